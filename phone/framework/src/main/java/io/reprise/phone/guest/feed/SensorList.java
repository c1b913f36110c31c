package io.reprise.phone.guest.feed;

import android.Manifest;
import android.hardware.Sensor;
import java.util.Locale;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The sensors that the phone has, as their drivers describe them. Constants. */
public final class SensorList {
  private static final int CONTINUOUS = Sensor.REPORTING_MODE_CONTINUOUS;
  private static final int ON_CHANGE = Sensor.REPORTING_MODE_ON_CHANGE;
  private static final int ONE_SHOT = Sensor.REPORTING_MODE_ONE_SHOT;
  private static final int TRIGGER = Sensor.REPORTING_MODE_SPECIAL_TRIGGER;
  private static final int MIN_DELAY_US = 5_000;
  private static final int MAX_DELAY_US = 1_000_000;
  /** Events that wait in the hardware when a listener takes them in batches. */
  static final int FIFO = 3_000;

  record Kind(int type, String name, int mode, float range, float resolution, boolean wakes, String permission) {
    /** Shortest time between two events, in us; 0 = they come when they do, -1 = one only. */
    int minDelayUs() {
      return mode == CONTINUOUS ? MIN_DELAY_US : mode == ONE_SHOT ? -1 : 0;
    }

    boolean is(int reportingMode) {
      return mode == reportingMode;
    }
  }

  private static final Kind[] ALL = {
    kind(1, "Accelerometer", CONTINUOUS, 78.4532f, 0.0023956299f),
    kind(2, "Magnetometer", CONTINUOUS, 4911.9995f, 0.01f),
    kind(3, "Orientation", CONTINUOUS, 360, 0.01f),
    kind(4, "Gyroscope", CONTINUOUS, 17.453293f, 0.001f),
    kind(5, "Ambient light", ON_CHANGE, 40_000, 1),
    kind(6, "Barometer", CONTINUOUS, 1100, 0.0017f),
    new Kind(8, "Proximity", ON_CHANGE, 5, 5, true, ""),
    kind(9, "Gravity", CONTINUOUS, 19.6133f, 0.0023956299f),
    kind(10, "Linear acceleration", CONTINUOUS, 78.4532f, 0.0023956299f),
    kind(11, "Rotation vector", CONTINUOUS, 1, 5.96e-8f),
    kind(12, "Humidity", ON_CHANGE, 100, 1),
    kind(13, "Ambient temperature", ON_CHANGE, 80, 1),
    kind(14, "Magnetometer (uncalibrated)", CONTINUOUS, 4911.9995f, 0.01f),
    kind(15, "Game rotation vector", CONTINUOUS, 1, 5.96e-8f),
    kind(16, "Gyroscope (uncalibrated)", CONTINUOUS, 17.453293f, 0.001f),
    new Kind(17, "Significant motion", ONE_SHOT, 1, 1, true, ""),
    new Kind(18, "Step detector", TRIGGER, 1, 1, false, Manifest.permission.ACTIVITY_RECOGNITION),
    new Kind(19, "Step counter", ON_CHANGE, 1_000_000, 1, false, Manifest.permission.ACTIVITY_RECOGNITION),
    kind(20, "Geomagnetic rotation vector", CONTINUOUS, 1, 5.96e-8f),
    new Kind(21, "Heart rate", ON_CHANGE, 300, 1, false, Manifest.permission.BODY_SENSORS),
    kind(29, "Stationary detect", ONE_SHOT, 1, 1),
    kind(30, "Motion detect", ONE_SHOT, 1, 1),
    new Kind(31, "Heart beat", TRIGGER, 1, 1, false, Manifest.permission.BODY_SENSORS),
    kind(34, "Off-body detect", ON_CHANGE, 1, 1),
    kind(35, "Accelerometer (uncalibrated)", CONTINUOUS, 78.4532f, 0.0023956299f),
    kind(36, "Hinge angle", ON_CHANGE, 360, 1),
    kind(42, "Heading", CONTINUOUS, 360, 0.01f),
  };

  private SensorList() {}

  private static Kind kind(int type, String name, int mode, float range, float resolution) {
    return new Kind(type, name, mode, range, resolution, false, "");
  }

  /** By its handle, which is its place in the list from 1; null = there is none. */
  static Kind of(int handle) {
    return handle < 1 || handle > ALL.length ? null : ALL[handle - 1];
  }

  /** Describes the sensor at a place of the list; false = there is none. */
  public static boolean describe(Sensor sensor, int index) {
    Kind kind = of(index + 1);
    if (kind == null) return false;
    set(sensor, "mName", kind.name());
    set(sensor, "mVendor", "Reprise");
    set(sensor, "mVersion", 1);
    set(sensor, "mHandle", index + 1);
    set(sensor, "mMaxRange", kind.range());
    set(sensor, "mResolution", kind.resolution());
    set(sensor, "mPower", 0.1f);
    set(sensor, "mMinDelay", kind.minDelayUs());
    set(sensor, "mMaxDelay", kind.mode() == CONTINUOUS ? MAX_DELAY_US : 0);
    set(sensor, "mFifoMaxEventCount", kind.mode() == ONE_SHOT ? 0 : FIFO);
    set(sensor, "mFifoReservedEventCount", 0);
    set(sensor, "mRequiredPermission", kind.permission());
    set(sensor, "mFlags", kind.mode() << 1 | (kind.wakes() ? 1 : 0));
    set(sensor, "mType", kind.type());
    boolean named = ReflectionHelpers.<Boolean>callInstanceMethod(sensor, "setType",
        ClassParameter.from(int.class, kind.type()));
    if (!named) set(sensor, "mStringType", "android.sensor." + kind.name().toLowerCase(Locale.ROOT).replace(' ', '_'));
    return true;
  }

  private static void set(Sensor sensor, String field, Object value) {
    ReflectionHelpers.setField(sensor, field, value);
  }
}
