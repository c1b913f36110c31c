package io.reprise.phone.time;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where Android itself meets the clock: what SystemClock, MessageQueue's native
 * half and the display's beat became. Unlike {@link Hooks} these answer host
 * threads, too: the framework's boot runs on one.
 */
public final class Android {
  private static final ConcurrentHashMap<Long, PollQueue> QUEUES = new ConcurrentHashMap<>();

  private Android() {}

  /** SystemClock.uptimeMillis, elapsedRealtime, currentThreadTimeMillis. */
  public static long millis() {
    return nanos() / 1_000_000;
  }

  /** SystemClock.currentThreadTimeMicro. */
  public static long micros() {
    return nanos() / 1000;
  }

  /** SystemClock.uptimeNanos, elapsedRealtimeNanos; System.nanoTime. */
  public static long nanos() {
    return Clock.virtual && Scheduler.current() != null ? Hooks.nanoTime() : Clock.uptimeNanos();
  }

  /** System.currentTimeMillis, SystemClock.currentNetworkTimeMillis. */
  public static long wallMillis() {
    nanos();
    return Math.floorDiv(Clock.wallNanos(), 1_000_000L);
  }

  /** SystemClock.currentTimeMicro. */
  public static long wallMicros() {
    nanos();
    return Math.floorDiv(Clock.wallNanos(), 1000L);
  }

  /** SystemClock.sleep: an interrupt does not end it. */
  public static void sleep(long ms) {
    long end = Clock.after(Hooks.nanos(Math.max(0, ms)));
    boolean interrupted = false;
    long left;
    while ((left = end - Clock.uptimeNanos()) > 0) {
      try {
        Hooks.sleep((left + 999_999) / 1_000_000);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  /** MessageQueue.nativePollOnce. */
  public static void pollOnce(long queue, int timeoutMs) {
    queue(queue).poll(timeoutMs);
  }

  /** MessageQueue.nativeWake. */
  public static void wake(long queue) {
    queue(queue).wake();
  }

  /** MessageQueue.nativeIsPolling. */
  public static boolean isPolling(long queue) {
    return queue(queue).isPolling();
  }

  /** MessageQueue.nativeDestroy. */
  public static void destroy(long queue) {
    QUEUES.remove(queue);
  }

  /** Forgets the queues whose loop has ended: they would keep its app in memory. */
  public static void dropEnded() {
    QUEUES.values().removeIf(PollQueue::ended);
  }

  private static PollQueue queue(long pointer) {
    PollQueue queue = QUEUES.get(pointer);
    if (queue != null) return queue;
    PollQueue made = new PollQueue();
    queue = QUEUES.putIfAbsent(pointer, made);
    return queue == null ? made : queue;
  }

  /** Before Surface.lockCanvas, lockHardwareCanvas, and TextureView's. */
  public static void lockCanvas(Object surface) {
    Buffers.await(surface);
  }

  /** Native half of a DisplayEventReceiver: scheduleVsync; it has receiverRef and doVsync(). */
  public static void scheduleVsync(Object half) {
    Vsync.request(beat -> {
      try {
        Object receiver = ((Reference<?>) get(half, "receiverRef")).get();
        if (receiver == null) return;
        // Virtual: all is idle. Real: the thread that draws may be in the middle of something.
        if (Clock.virtual) doVsync(half);
        else queue((long) get(get(receiver, "mMessageQueue"), "mPtr")).deliver(() -> doVsync(half));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("phone: a frame has no thread", e);
      }
    });
  }

  private static void doVsync(Object half) {
    try {
      Method method = half.getClass().getDeclaredMethod("doVsync");
      method.setAccessible(true);
      method.invoke(half);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("phone: a frame could not begin", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("phone: " + half.getClass() + " has no doVsync", e);
    }
  }

  /** A field of an object's class or of the nearest one above that has it. */
  private static Object get(Object of, String name) throws ReflectiveOperationException {
    for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!field.getName().equals(name)) continue;
        field.setAccessible(true);
        return field.get(of);
      }
    }
    throw new NoSuchFieldException(of.getClass() + " has no " + name);
  }
}
