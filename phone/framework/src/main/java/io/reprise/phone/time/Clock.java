package io.reprise.phone.time;

import java.util.function.Consumer;

/**
 * What time it is. Real: the host's clocks, shifted. Virtual: a number that only
 * {@link Driver} moves, while no thread of the app runs.
 */
final class Clock {
  /** Read by every hook first; changed only while all threads are idle. */
  static volatile boolean virtual;

  static volatile Consumer<String> log = sentence -> {};

  private static volatile long uptime; // virtual
  private static volatile long uptimeShift; // real: uptime - host's nanoTime
  private static volatile long wallShift; // wall - uptime

  private Clock() {}

  static {
    set(false, 0, 0);
  }

  static void set(boolean isVirtual, long uptimeNs, long wallNs) {
    long host = System.nanoTime();
    long hostWall = System.currentTimeMillis() * 1_000_000;
    uptime = uptimeNs;
    uptimeShift = (uptimeNs == 0 ? host : uptimeNs) - host;
    long now = isVirtual ? uptimeNs : host + uptimeShift;
    wallShift = (wallNs == 0 && !isVirtual ? hostWall : wallNs) - now;
    virtual = isVirtual;
  }

  /** Virtual only; under the scheduler's lock. */
  static void moveTo(long uptimeNs) {
    uptime = uptimeNs;
  }

  static long uptimeNanos() {
    return virtual ? uptime : System.nanoTime() + uptimeShift;
  }

  static long wallNanos() {
    return uptimeNanos() + wallShift;
  }

  /** Says a sentence, on a thread of its own: who says it may hold locks. */
  static void say(String sentence) {
    Consumer<String> to = log;
    Host.start(() -> to.accept(sentence), "phone-say");
  }

  /** A time from now on, without overflow. */
  static long after(long ns) {
    long now = uptimeNanos();
    return ns > PhoneTime.NEVER - now ? PhoneTime.NEVER : now + Math.max(ns, 0);
  }
}
