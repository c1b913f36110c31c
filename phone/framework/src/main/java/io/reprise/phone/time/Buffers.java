package io.reprise.phone.time;

import java.util.Map;
import java.util.WeakHashMap;

/**
 * What keeps a thread that draws on a surface without pause to the display's
 * beat: a phone has few buffers for a surface, and the display gives one back
 * with each frame.
 */
final class Buffers {
  /** When a surface's canvas was last locked, in uptime. */
  private static final Map<Object, Long> LOCKED = new WeakHashMap<>();

  private Buffers() {}

  /** Before a surface's canvas is locked: waits for the first beat after the last time. */
  static void await(Object surface) {
    Long last;
    synchronized (LOCKED) {
      last = LOCKED.get(surface);
    }
    if (last != null) waitUntil(Vsync.next(last));
    synchronized (LOCKED) {
      LOCKED.put(surface, Clock.uptimeNanos());
    }
  }

  private static void waitUntil(long beat) {
    if (beat <= Clock.uptimeNanos()) return;
    Guest guest = Clock.virtual ? Scheduler.enter() : null;
    if (guest != null) Scheduler.pause(guest, beat);
    else Android.sleep((beat - Clock.uptimeNanos() + 999_999) / 1_000_000);
  }

  /** The clock was set. */
  static void reset() {
    synchronized (LOCKED) {
      LOCKED.clear();
    }
  }
}
