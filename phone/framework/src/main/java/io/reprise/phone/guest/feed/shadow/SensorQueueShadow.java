package io.reprise.phone.guest.feed.shadow;

import android.os.MessageQueue;
import io.reprise.phone.guest.feed.Sensors;
import java.lang.ref.WeakReference;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The native half of a listener's queue. */
@Implements(className = "android.hardware.SystemSensorManager$BaseEventQueue", isInAndroidSdk = false)
public class SensorQueueShadow {
  @Implementation
  protected static long nativeInitBaseEventQueue(long manager, WeakReference<?> queue, MessageQueue messages,
      String packageName, int mode, String opPackageName, String attributionTag) {
    return Sensors.open(queue, messages);
  }

  @Implementation
  protected static int nativeEnableSensor(long queue, int handle, int rateUs, int maxBatchReportLatencyUs) {
    return Sensors.enable(queue, handle, rateUs, maxBatchReportLatencyUs);
  }

  @Implementation
  protected static int nativeDisableSensor(long queue, int handle) {
    return Sensors.disable(queue, handle);
  }

  @Implementation
  protected static int nativeFlushSensor(long queue) {
    return Sensors.flush(queue);
  }

  @Implementation
  protected static void nativeDestroySensorEventQueue(long queue) {
    Sensors.close(queue);
  }
}
