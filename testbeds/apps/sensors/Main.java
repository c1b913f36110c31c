package reprise.apps.sensors;

import android.app.Application;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.os.Handler;
import android.os.HandlerThread;
import reprise.apps.Transcript;

/** Reads the accelerometer on a thread of its own, then the light on the main thread. */
public final class Main extends Application {
  private static final int WANTED = 5;

  private SensorManager manager;

  @Override
  public void onCreate() {
    super.onCreate();
    manager = (SensorManager) getSystemService(SENSOR_SERVICE);
    HandlerThread thread = new HandlerThread("sensors");
    thread.start();
    Handler main = new Handler();
    Sensor accelerometer = manager.getDefaultSensor(Sensor.TYPE_ACCELEROMETER);
    Transcript.line("reads " + accelerometer.getName());
    Listener listener = new Listener(() -> main.post(this::readLight));
    Handler handler = new Handler(thread.getLooper());
    if (!manager.registerListener(
        listener, accelerometer, SensorManager.SENSOR_DELAY_GAME, handler)) {
      Transcript.line("the accelerometer did not start");
      Transcript.end();
    }
  }

  private void readLight() {
    Sensor light = manager.getDefaultSensor(Sensor.TYPE_LIGHT);
    Transcript.line("reads " + light.getName());
    manager.registerListener(
        new Listener(Transcript::end), light, SensorManager.SENSOR_DELAY_NORMAL);
  }

  /** Prints what it hears, until it has heard enough. */
  private final class Listener implements SensorEventListener {
    private final Runnable afterwards;
    private int left = WANTED; // its own: the device may send more than was asked for

    Listener(Runnable afterwards) {
      this.afterwards = afterwards;
    }

    @Override
    public void onSensorChanged(SensorEvent event) {
      if (left == 0) return;
      StringBuilder line = new StringBuilder("at " + event.timestamp);
      for (float value : event.values) line.append(' ').append(value);
      Transcript.line(line.toString());
      if (--left > 0) return;
      manager.unregisterListener(this);
      afterwards.run();
    }

    @Override
    public void onAccuracyChanged(Sensor sensor, int accuracy) {}
  }
}
