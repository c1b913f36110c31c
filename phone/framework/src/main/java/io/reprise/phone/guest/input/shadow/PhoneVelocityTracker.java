package io.reprise.phone.guest.input.shadow;

import android.view.MotionEvent;
import io.reprise.phone.guest.input.Velocity;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The native half of VelocityTracker. */
@Implements(className = "android.view.VelocityTracker", isInAndroidSdk = false)
public class PhoneVelocityTracker {
  private static final Map<Long, Velocity> ALL = new ConcurrentHashMap<>();
  private static final AtomicLong LAST = new AtomicLong();

  @Implementation
  protected static long nativeInitialize(int strategy) {
    long id = LAST.incrementAndGet();
    ALL.put(id, new Velocity());
    return id;
  }

  @Implementation
  protected static void nativeDispose(long id) {
    ALL.remove(id);
  }

  @Implementation
  protected static void nativeClear(long id) {
    ALL.get(id).clear();
  }

  @Implementation
  protected static void nativeAddMovement(long id, MotionEvent event) {
    ALL.get(id).add(event);
  }

  @Implementation
  protected static void nativeComputeCurrentVelocity(long id, int units, float limit) {
    ALL.get(id).compute(units, limit);
  }

  @Implementation
  protected static float nativeGetVelocity(long id, int axis, int pointer) {
    return ALL.get(id).get(axis, pointer);
  }

  @Implementation
  protected static boolean nativeIsAxisSupported(int axis) {
    return axis == MotionEvent.AXIS_X || axis == MotionEvent.AXIS_Y;
  }
}
