package io.reprise.phone.guest;

import android.os.Looper;
import android.os.Message;
import android.os.MessageQueue;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowLooper;
import org.robolectric.shadows.ShadowSystemClock;
import org.robolectric.util.ReflectionHelpers;
import reprise.Phone.PhoneClock;

/**
 * The phone's clock. Real: a thread carries the host's time over, a millisecond
 * at a time. Virtual: time stands unless a request moves it, from one due thing
 * to the next, and only while the loopers are idle.
 */
public final class Clock {
  private static final long MS = 1_000_000;
  private static final Field MESSAGES = field(MessageQueue.class, "mMessages");
  private static final Field NEXT = field(Message.class, "next");

  private static volatile boolean virtual;
  /** realtime minus uptime, in ns. */
  private static volatile long realtimeOffset;
  private static Thread ticker;

  private Clock() {}

  /** Sets the clock; nothing of an app runs while it does. */
  static void begin(PhoneClock clock) {
    virtual = clock.getIsVirtual();
    long up = Math.max(clock.getUptimeNs(), 100 * MS);
    Class<?> shadow = org.robolectric.shadows.ShadowPausedSystemClock.class;
    synchronized (shadow) {
      ReflectionHelpers.setStaticField(shadow, "currentUptimeNs", up);
      ReflectionHelpers.setStaticField(shadow, "currentRealtimeNs", up);
    }
    long now = clock.getRealtimeNs() != 0 || virtual ? clock.getRealtimeNs()
        : System.currentTimeMillis() * MS;
    realtimeOffset = now - up;
    if (ticker == null) {
      ticker = new Thread(Clock::tick, "phone-ticker");
      ticker.setDaemon(true);
      ticker.setPriority(Thread.MAX_PRIORITY);
      ticker.start();
    }
  }

  public static long uptimeNanos() {
    return android.os.SystemClock.uptimeNanos();
  }

  public static long realtimeNanos() {
    return uptimeNanos() + realtimeOffset;
  }

  private static void tick() {
    long last = System.nanoTime();
    while (true) {
      LockSupport.parkNanos(MS);
      long now = System.nanoTime();
      if (!virtual) ShadowSystemClock.advanceBy(Duration.ofNanos(now - last));
      last = now;
    }
  }

  /** Moves to `to` (uptime, ns), or waits until then; returns early if the app dies. */
  public static void advanceTo(long to) {
    while (!Death.dead()) {
      if (!virtual) {
        if (uptimeNanos() >= to) return;
        LockSupport.parkNanos(MS);
        continue;
      }
      if (!idle()) {
        LockSupport.parkNanos(30_000);
        continue;
      }
      long now = uptimeNanos();
      if (now >= to) return;
      long due = nextDue();
      ShadowSystemClock.advanceBy(Duration.ofNanos(Math.max(1, (due == 0 ? to : Math.min(to, Math.max(due, now + 1))) - now)));
    }
  }

  /** Moves on until nothing is due for `quiet` ns, at most to `limit`; true if quiet. */
  public static boolean settle(long limit, long quiet) {
    while (!Death.dead()) {
      long now = uptimeNanos();
      advanceTo(now);
      long due = nextDue();
      if (idle() && (due == 0 || due > now + quiet)) return true;
      if (now >= limit) return false;
      advanceTo(Math.min(limit, virtual ? Math.max(due, now + 1) : now + 5 * MS));
    }
    return false;
  }

  /** Uptime (ns) of the next due message or frame; 0 = nothing. */
  public static long nextDue() {
    long next = Long.MAX_VALUE;
    long vsync = ReflectionHelpers.callStaticMethod(ShadowChoreographer.class, "getNextVsyncTimeNanos");
    if (vsync > 0) next = vsync;
    for (Looper l : ShadowLooper.getAllLoopers()) {
      if (App.stale(l.getThread()) && !MainThread.is(l.getThread())) continue;
      Message m = first(l.getQueue());
      if (m != null) next = Math.min(next, m.getWhen() * MS);
    }
    return next == Long.MAX_VALUE ? 0 : next;
  }

  private static boolean idle() {
    long now = uptimeNanos();
    for (Looper l : ShadowLooper.getAllLoopers()) {
      if (App.stale(l.getThread()) && !MainThread.is(l.getThread())) continue;
      MessageQueue q = l.getQueue();
      synchronized (q) {
        if (!q.isPolling() && l.getThread().isAlive()) return false;
        Message m = first(q);
        if (m != null && m.getWhen() * MS <= now) return false;
      }
    }
    return true;
  }

  /** The first message that could be dispatched; behind a barrier only asynchronous ones. */
  private static Message first(MessageQueue q) {
    synchronized (q) {
      try {
        Message m = (Message) MESSAGES.get(q);
        boolean barrier = m != null && m.getTarget() == null;
        for (; m != null; m = (Message) NEXT.get(m)) {
          if (m.getTarget() != null && (!barrier || m.isAsynchronous())) return m;
        }
        return null;
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field f = type.getDeclaredField(name);
      f.setAccessible(true);
      return f;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
