package io.reprise.phone.time;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Sees to it that the baton cannot be lost: a thread that holds it and waits
 * where nothing is woven (native code, class initialisation, a monitor that only
 * the JDK's own code enters) has it taken away, and gets in line again at its
 * next hook. A thread that computes keeps it, unless others could run for
 * {@link #SPIN_NS}: then it may be waiting for one of them.
 */
final class Watch {
  private static final long LOOK_MS = 10;
  /** Without CPU time for so long = it waits. Far more than a loaded host lets
   * a thread wait for a core. */
  private static final long STUCK_NS = 400_000_000;
  private static final long SPIN_NS = 2_000_000_000L;
  /** How long one who lost the baton holds time back. */
  private static final long LIMIT_NS = 5_000_000_000L;

  private static Thread thread;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long seen = -1; // Scheduler.switches
  private long since;
  private long cpu;
  private long cpuSince;

  private Watch() {}

  static void start() {
    synchronized (Scheduler.LOCK) {
      if (!Clock.virtual || thread != null) return;
      thread = new Thread(() -> new Watch().run(), "phone-watch");
      thread.setDaemon(true);
      thread.start();
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
    long now = System.nanoTime();
    if (number != seen) {
      seen = number;
      since = now;
      cpu = -1;
      cpuSince = now;
      return;
    }
    Thread.State state = guest.thread.getState();
    if (state == Thread.State.NEW) return;
    long used = threads.getThreadCpuTime(guest.thread.getId());
    if (used != cpu) {
      cpu = used;
      cpuSince = now;
    }
    if (state == Thread.State.BLOCKED && isOwnedByIdle(guest)) take(guest, number, "");
    else if (now - cpuSince > STUCK_NS) take(guest, number, "");
    else if (now - since > SPIN_NS && Scheduler.othersAreReady()) {
      take(guest, number, "computes for 2 s; the others go on beside it");
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
    if (!why.isEmpty()) Clock.log.accept("The app's " + guest.name() + " " + why + ".");
    Scheduler.hand(next);
  }
}
