package io.reprise.phone.guest.feed.shadow;

import android.hardware.Sensor;
import io.reprise.phone.guest.feed.SensorList;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The native half of the sensor manager. */
@Implements(className = "android.hardware.SystemSensorManager", isInAndroidSdk = false)
public class SystemSensorManagerShadow {
  @Implementation
  protected static long nativeCreate(String packageName) {
    return 1;
  }

  @Implementation
  protected static boolean nativeGetSensorAtIndex(long manager, Sensor sensor, int index) {
    return SensorList.describe(sensor, index);
  }
}
