package io.reprise.devices;

import android.content.Intent;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener2;
import android.hardware.SensorManager;
import android.hardware.TriggerEvent;
import android.hardware.TriggerEventListener;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.SystemClock;
import java.util.Arrays;

/** Listens to sensors on a thread of its own: "listen", "flush", "stop", "list", "trigger". */
public class SensorScreen extends Screen implements SensorEventListener2 {
  private HandlerThread thread;
  private SensorManager manager;

  @Override
  void act(String what, Intent intent) {
    manager = getSystemService(SensorManager.class);
    Sensor sensor = manager.getDefaultSensor(intent.getIntExtra("type", Sensor.TYPE_ACCELEROMETER));
    if (what.equals("listen")) {
      if (thread == null) {
        thread = new HandlerThread("listener");
        thread.start();
      }
      say("registered " + manager.registerListener(this, sensor,
          intent.getIntExtra("us", SensorManager.SENSOR_DELAY_GAME), intent.getIntExtra("latency", 0),
          new Handler(thread.getLooper())));
    }
    if (what.equals("flush")) say("flush " + manager.flush(this));
    if (what.equals("stop")) manager.unregisterListener(this);
    if (what.equals("list")) {
      for (Sensor s : manager.getSensorList(Sensor.TYPE_ALL)) {
        say("sensor " + s.getType() + " " + s.getStringType() + " " + s.getReportingMode() + " " + s.getMinDelay());
      }
    }
    if (what.equals("trigger")) {
      say("requested " + manager.requestTriggerSensor(new TriggerEventListener() {
        @Override
        public void onTrigger(TriggerEvent event) {
          say("trigger " + event.sensor.getType() + " " + Arrays.toString(event.values));
        }
      }, manager.getDefaultSensor(Sensor.TYPE_SIGNIFICANT_MOTION)));
    }
  }

  @Override
  public void onSensorChanged(SensorEvent e) {
    say("event " + e.sensor.getType() + " " + Thread.currentThread().getName() + " " + e.timestamp / 1000 + " "
        + SystemClock.elapsedRealtimeNanos() / 1000 + " " + Arrays.toString(e.values).replace(" ", ""));
  }

  @Override
  public void onAccuracyChanged(Sensor sensor, int accuracy) {
    say("accuracy " + sensor.getType() + " " + accuracy);
  }

  @Override
  public void onFlushCompleted(Sensor sensor) {
    say("flushed " + sensor.getType());
  }
}
