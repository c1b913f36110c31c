package reprise.bed;

import android.hardware.HardwareBuffer;
import android.hardware.Sensor;
import android.hardware.SensorAdditionalInfo;
import android.hardware.SensorDirectChannel;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.hardware.TriggerEventListener;
import android.os.Handler;
import android.os.Looper;
import android.os.MemoryFile;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of SensorManager that a phone does natively, for two sensors. Events are delivered by
 * the listener's handler, as there.
 */
final class GroundSensorManager extends SensorManager {
  private static final class Registration {
    final SensorEventListener listener;
    final Sensor sensor;
    final Handler handler;

    Registration(SensorEventListener listener, Sensor sensor, Handler handler) {
      this.listener = listener;
      this.sensor = sensor;
      this.handler = handler;
    }
  }

  private final List<Sensor> sensors = new ArrayList<>();
  private final List<Registration> registrations = new ArrayList<>(); // guarded by itself

  GroundSensorManager() {
    add(Sensor.TYPE_ACCELEROMETER, "Ground accelerometer");
    add(Sensor.TYPE_LIGHT, "Ground light");
  }

  private void add(int type, String name) {
    Sensor sensor = Hidden.make(Sensor.class);
    Hidden.set(Sensor.class, sensor, "mType", type);
    Hidden.set(Sensor.class, sensor, "mName", name);
    Hidden.set(Sensor.class, sensor, "mVendor", "Reprise");
    Hidden.set(Sensor.class, sensor, "mHandle", sensors.size() + 1);
    Hidden.set(Sensor.class, sensor, "mRequiredPermission", "");
    sensors.add(sensor);
  }

  private void deliver(Registration registration, long timestampNs, float[] values) {
    registration.handler.post(
        () -> {
          SensorEvent event = Hidden.make(SensorEvent.class, values.length);
          System.arraycopy(values, 0, event.values, 0, values.length);
          event.sensor = registration.sensor;
          event.timestamp = timestampNs;
          event.accuracy = SENSOR_STATUS_ACCURACY_HIGH;
          registration.listener.onSensorChanged(event);
        });
  }

  @Override
  protected List<Sensor> getFullSensorList() {
    return sensors;
  }

  @Override
  protected boolean registerListenerImpl(
      SensorEventListener listener,
      Sensor sensor,
      int delayUs,
      Handler handler,
      int maxLatencyUs,
      int reservedFlags) {
    Device device = Device.get();
    if (device == null) return false;
    Handler target = handler != null ? handler : new Handler(Looper.getMainLooper());
    synchronized (registrations) {
      registrations.add(new Registration(listener, sensor, target));
    }
    device.startSensor(
        sensor.getType(),
        (timestampNs, values) -> {
          synchronized (registrations) {
            for (Registration registration : registrations) {
              if (registration.sensor == sensor) deliver(registration, timestampNs, values);
            }
          }
        });
    return true;
  }

  @Override
  protected void unregisterListenerImpl(SensorEventListener listener, Sensor sensor) {
    Device device = Device.get();
    synchronized (registrations) {
      for (Registration registration : registrations) {
        if (device != null && registration.listener == listener) {
          device.stopSensor(registration.sensor.getType());
        }
      }
      registrations.removeIf(
          r -> r.listener == listener && (sensor == null || r.sensor == sensor));
    }
  }

  @Override
  protected List<Sensor> getFullDynamicSensorList() {
    return new ArrayList<>();
  }

  @Override
  protected boolean flushImpl(SensorEventListener listener) {
    return true;
  }

  @Override
  protected SensorDirectChannel createDirectChannelImpl(MemoryFile file, HardwareBuffer buffer) {
    return null;
  }

  @Override
  protected void destroyDirectChannelImpl(SensorDirectChannel channel) {}

  @Override
  protected int configureDirectChannelImpl(SensorDirectChannel channel, Sensor sensor, int rate) {
    return 0;
  }

  @Override
  protected void registerDynamicSensorCallbackImpl(
      DynamicSensorCallback callback, Handler handler) {}

  @Override
  protected void unregisterDynamicSensorCallbackImpl(DynamicSensorCallback callback) {}

  @Override
  protected boolean requestTriggerSensorImpl(TriggerEventListener listener, Sensor sensor) {
    return false;
  }

  @Override
  protected boolean cancelTriggerSensorImpl(
      TriggerEventListener listener, Sensor sensor, boolean disable) {
    return false;
  }

  @Override
  protected boolean initDataInjectionImpl(boolean enable) {
    return false;
  }

  @Override
  protected boolean injectSensorDataImpl(
      Sensor sensor, float[] values, int accuracy, long timestampNs) {
    return false;
  }

  @Override
  protected boolean setOperationParameterImpl(SensorAdditionalInfo parameter) {
    return false;
  }
}
