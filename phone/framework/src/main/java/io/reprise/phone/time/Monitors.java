package io.reprise.phone.time;

import io.reprise.phone.time.Guest.State;

/**
 * Monitors under the virtual clock. Woven code says here which monitor it is
 * about to enter and which it has left, so that a thread that would block does
 * so with the scheduler and not with the baton in its hand. The JVM's monitor is
 * entered all the same and is then free: host threads and the JDK's own code use
 * it as ever.
 */
public final class Monitors {
  private Monitors() {}

  /** Before monitorenter. */
  public static void enter(Object monitor) {
    if (!Clock.virtual || monitor == null) return;
    Guest guest = Scheduler.enter();
    if (guest == null) return;
    Scheduler.mayYield(guest);
    if ((Scheduler.holders | Scheduler.contenders) != 0 && waitsForIt(guest, monitor)) return;
    guest.enter(monitor);
  }

  private static boolean waitsForIt(Guest guest, Object monitor) {
    Guest next;
    synchronized (Scheduler.LOCK) {
      if (!Scheduler.mustWait(monitor, guest)) return false;
      guest.wants = monitor;
      guest.wantsCount = 1;
      next = Scheduler.beginPause(guest, State.READY, PhoneTime.NEVER, null);
    }
    Scheduler.endPause(guest, next);
    return true;
  }

  /** After monitorexit. Never throws and never waits: handlers cover it. */
  public static void exit(Object monitor) {
    if (!Clock.virtual || monitor == null) return;
    Guest guest = Scheduler.current();
    if (guest == null) return;
    if (Scheduler.running == guest) {
      guest.exit(monitor);
      return;
    }
    synchronized (Scheduler.LOCK) {
      int before = guest.heldCount;
      guest.exit(monitor);
      if (before == 1 && guest.heldCount == 0) Scheduler.holders--;
    }
  }

  /** Object.wait(). */
  public static void await(Object monitor) throws InterruptedException {
    await(monitor, 0L);
  }

  /** Object.wait(long, int). */
  public static void await(Object monitor, long ms, int ns) throws InterruptedException {
    if (ns < 0 || ns > 999999) throw new IllegalArgumentException("nanosecond timeout value out of range");
    await(monitor, ns > 0 && ms < Long.MAX_VALUE ? ms + 1 : ms);
  }

  /** Object.wait(long). */
  public static void await(Object monitor, long ms) throws InterruptedException {
    Guest guest = Scheduler.enter();
    if (guest == null) {
      monitor.wait(ms);
      return;
    }
    if (ms < 0) throw new IllegalArgumentException("timeout value is negative");
    checkOwner(monitor);
    if (Thread.interrupted()) throw new InterruptedException();
    Guest next;
    synchronized (Scheduler.LOCK) {
      guest.waitsOn = monitor;
      guest.notified = false;
      guest.interruptible = true;
      guest.wantsCount = guest.exitAll(monitor);
      long due = ms == 0 ? PhoneTime.NEVER : Clock.after(Hooks.nanos(ms));
      next = Scheduler.beginPause(guest, State.WAITING, due, monitor);
    }
    Scheduler.endPause(guest, next);
    if (!guest.notified && Thread.interrupted()) throw new InterruptedException();
  }

  /** Object.notify(). */
  public static void notify(Object monitor) {
    if (!Clock.virtual) {
      monitor.notify();
      return;
    }
    checkOwner(monitor);
    Guest first = null;
    synchronized (Scheduler.LOCK) {
      for (Guest guest : Scheduler.all()) {
        if (guest.waitsOn == monitor && (first == null || guest.order < first.order)) first = guest;
      }
      if (first != null) {
        first.notified = true;
        Scheduler.ready(first);
      }
    }
    if (first == null) monitor.notifyAll(); // host threads
    else Scheduler.dispatch();
  }

  /** Object.notifyAll(). */
  public static void notifyAll(Object monitor) {
    if (Clock.virtual) {
      checkOwner(monitor);
      synchronized (Scheduler.LOCK) {
        wakeAll(monitor);
      }
      Scheduler.dispatch();
    }
    monitor.notifyAll(); // host threads
  }

  /** LOCK: all who wait for it are ready, in the order in which they came. */
  static void wakeAll(Object monitor) {
    while (true) {
      Guest first = null;
      for (Guest guest : Scheduler.all()) {
        if (guest.waitsOn == monitor && (first == null || guest.order < first.order)) first = guest;
      }
      if (first == null) return;
      first.notified = true;
      Scheduler.ready(first);
    }
  }

  private static void checkOwner(Object monitor) {
    if (!Thread.holdsLock(monitor)) {
      throw new IllegalMonitorStateException("current thread is not owner");
    }
  }
}
