package io.reprise.phone.guest;

import android.util.Log;
import io.reprise.phone.time.PhoneTime;
import reprise.Phone.PhoneClock;

/**
 * The phone's clock, as requests use it: {@link PhoneTime} in the terms of the
 * protocol. With the virtual clock a request touches the app only when it is
 * idle, see {@link #idle}.
 */
public final class Clock {
  private static final long MS = 1_000_000;
  /** Longest that an app may compute before a request goes on all the same. */
  private static final long BUSY_NS = 60_000_000_000L;

  private Clock() {}

  /** Sets the clock; nothing of an app runs while it does. */
  static void begin(PhoneClock clock) {
    PhoneTime.setLog(sentence -> LogLines.add("system", Log.WARN, "reprise", sentence));
    PhoneTime.set(clock.getIsVirtual(), clock.getIsVirtual() ? Math.max(clock.getUptimeNs(), 100 * MS)
        : clock.getUptimeNs(), clock.getRealtimeNs(), clock.getSeed(), clock.getVary());
  }

  public static long uptimeNanos() {
    return PhoneTime.uptimeNanos();
  }

  public static long realtimeNanos() {
    return PhoneTime.wallNanos();
  }

  /** Waits until no thread of the app runs; returns early if it dies. */
  public static void idle() {
    if (!Death.dead()) PhoneTime.awaitIdle(BUSY_NS);
  }

  /** Moves to `to` (uptime, ns), or waits until then; returns early if the app dies. */
  public static void advanceTo(long to) {
    if (!Death.dead()) PhoneTime.advance(to);
  }

  /** The same, but stops at the time at which the app wants something of the phone: then false. */
  static boolean advanceUnlessWanted(long to) {
    return Death.dead() || PhoneTime.advanceUnlessWanted(to);
  }

  /** Moves on until nothing is due for `quiet` ns, at most by `limit`; true if quiet. */
  public static boolean settle(long limit, long quiet) {
    return !Death.dead() && PhoneTime.settle(limit, quiet);
  }

  /** Uptime (ns) of the next due message or frame, when all is idle; 0 = nothing. */
  public static long nextDue() {
    idle();
    long due = PhoneTime.nextDue();
    return due == PhoneTime.NEVER ? 0 : due;
  }

  /** True if nothing is due now, nor in `quiet` ns but for what the world around the phone brings. */
  static boolean quiet(long quiet) {
    idle();
    long now = PhoneTime.uptimeNanos();
    return PhoneTime.nextDue() > now && PhoneTime.nextStir() - now > quiet;
  }
}
