package io.reprise.phone.time;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Sees to it that the baton cannot be lost: a thread that holds it and waits
 * where nothing is woven (native code, class initialisation, a monitor that only
 * the JDK's own code enters) has it taken away, and gets in line again at its
 * next hook. That breaks the order, so it must never happen to a thread that
 * only waits for a core of a loaded host: what counts is how often the kernel
 * was seen to say that it sleeps, and CPU time, not time that passes, so that the
 * log, too, is the same on a loaded host. A thread that computes keeps the baton,
 * unless others could run and it has computed for {@link #SPIN_NS}: then it may be
 * waiting for one of them.
 */
final class Watch {
  private static final long LOOK_MS = 10;
  /** Looks in a row at which it slept in Java code that is not woven. */
  private static final int WAITING_LOOKS = 30;
  /** Looks in a row at which it slept in native code, which drawing does, too. */
  private static final int NATIVE_LOOKS = 200;
  private static final long SPIN_NS = 20_000_000_000L;
  /** After so much of its CPU time the log says that it computes. */
  private static final long SAY_NS = 10_000_000_000L;
  /** How long one who lost the baton holds time back. */
  private static final long LIMIT_NS = 5_000_000_000L;

  private static Thread thread;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long seen = -1; // Scheduler.switches
  private long firstCpu;
  private long cpu;
  private long said; // CPU time at which the log was told
  private int looks;

  private Watch() {}

  static void start() {
    synchronized (Scheduler.LOCK) {
      if (!Clock.virtual || thread != null) return;
      thread = Host.start(() -> new Watch().run(), "phone-watch");
    }
  }

  private void run() {
    while (true) {
      Guest guest;
      long number;
      synchronized (Scheduler.LOCK) {
        if (!Clock.virtual) {
          thread = null;
          return;
        }
        guest = Scheduler.running;
        number = Scheduler.switches;
      }
      if (guest != null) look(guest, number);
      try {
        Thread.sleep(LOOK_MS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look(Guest guest, long number) {
    Thread.State state = guest.thread.getState();
    if (state == Thread.State.NEW) return;
    if (Debugger.isConnected()) {
      // It may be stopped for as long as a person thinks.
      seen = -1;
      return;
    }
    long used = threads.getThreadCpuTime(guest.thread.getId());
    if (number != seen) {
      seen = number;
      firstCpu = used;
      cpu = used;
      said = used;
      looks = 0;
      return;
    }
    if (used - said >= SAY_NS) {
      said = used;
      Clock.say("Phone time waits: the app's " + guest.name() + " has computed for "
          + (used - firstCpu) / 1_000_000_000L + " s.");
    }
    if (used != cpu || !guest.sleepsInKernel()) {
      cpu = used;
      looks = 0;
    } else {
      looks++;
    }
    boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    if (state == Thread.State.BLOCKED && isOwnedByIdle(guest)) {
      take(guest, number, "");
    } else if (looks >= (waits ? WAITING_LOOKS : NATIVE_LOOKS)) {
      take(guest, number, "waits in native code; the others go on");
    } else if (used - firstCpu > SPIN_NS && Scheduler.othersAreReady()) {
      take(guest, number, "has computed for 20 s; the others go on beside it");
    }
  }

  /** It waits for a monitor whose owner waits for the baton. */
  private boolean isOwnedByIdle(Guest guest) {
    ThreadInfo info = threads.getThreadInfo(guest.thread.getId());
    if (info == null || info.getLockOwnerId() < 0) return false;
    ThreadInfo owner = threads.getThreadInfo(info.getLockOwnerId());
    if (owner == null || !Scheduler.isGuest(owner.getThreadId())) return false;
    return owner.getThreadState() == Thread.State.WAITING;
  }

  private static void take(Guest guest, long number, String why) {
    Guest next;
    synchronized (Scheduler.LOCK) {
      if (Scheduler.running != guest || Scheduler.switches != number) return;
      next = Scheduler.takeBaton(guest, LIMIT_NS);
    }
    if (!why.isEmpty()) Clock.say("The app's " + guest.name() + " " + why + ".");
    Scheduler.hand(next);
  }
}
