package io.reprise.phone.guest.feed;

import android.os.Handler;
import android.os.Message;
import android.os.MessageQueue;
import io.reprise.phone.guest.MainThread;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The native half of a SystemSensorManager.BaseEventQueue: a listener's. Events
 * come on the thread of its message queue. Guarded by {@link Sensors}.
 */
final class SensorQueue {
  /** As long as the array that Android's native half hands over. */
  private static final int VALUES = 16;
  private static final int ACCURACY_HIGH = 3;
  private static Method dispatch;
  private static Method dispatchFlush;

  final Map<Integer, SensorStream> streams = new TreeMap<>();
  private final WeakReference<?> queue;
  private final MessageQueue messages;

  SensorQueue(WeakReference<?> queue, MessageQueue messages) {
    this.queue = queue;
    this.messages = messages;
  }

  void post(List<SensorStream.Event> events) {
    onThread(() -> {
      for (SensorStream.Event e : events) {
        Object to = queue.get();
        if (to == null) return;
        float[] values = new float[VALUES];
        System.arraycopy(e.values(), 0, values, 0, Math.min(VALUES, e.values().length));
        call(dispatch(to), to, e.handle(), values, ACCURACY_HIGH, e.timestamp());
      }
    });
  }

  void postFlushed(int handle) {
    onThread(() -> {
      Object to = queue.get();
      if (to != null) call(dispatchFlush(to), to, handle);
    });
  }

  /** As what a looper's file descriptors bring, it passes barriers. */
  private void onThread(Runnable work) {
    Handler any = MainThread.handler();
    Message message = Message.obtain(any, work);
    message.setAsynchronous(true);
    ReflectionHelpers.callInstanceMethod(messages, "enqueueMessage", ClassParameter.from(Message.class, message),
        ClassParameter.from(long.class, android.os.SystemClock.uptimeMillis()));
  }

  private static Method dispatch(Object queue) {
    if (dispatch == null) {
      dispatch = method(queue, "dispatchSensorEvent", int.class, float[].class, int.class, long.class);
    }
    return dispatch;
  }

  private static Method dispatchFlush(Object queue) {
    if (dispatchFlush == null) dispatchFlush = method(queue, "dispatchFlushCompleteEvent", int.class);
    return dispatchFlush;
  }

  private static Method method(Object queue, String name, Class<?>... types) {
    try {
      Class<?> base = Class.forName("android.hardware.SystemSensorManager$BaseEventQueue");
      Method method = base.getDeclaredMethod(name, types);
      method.setAccessible(true);
      return method;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("phone: Android's sensor queues changed", e);
    }
  }

  /** What the app's listener throws is the app's. */
  private static void call(Method method, Object on, Object... args) {
    try {
      method.invoke(on, args);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException r) throw r;
      if (e.getCause() instanceof Error r) throw r;
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
