package io.reprise.phone.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Moves phone time: called by the host thread that answers Play, Advance, Settle
 * and Start. Each step waits until all is idle, sets the clock to the next thing
 * that is due and lets that happen.
 */
final class Driver {
  /** Longest wait for a change before looking again. */
  private static final long LONGEST_NS = 10_000_000_000L;
  /** Real clock: how often settle looks. */
  private static final long LOOK_NS = 5_000_000;

  // All guarded by Scheduler.LOCK.
  private static final PriorityQueue<Due> DUES = new PriorityQueue<>(
      Comparator.<Due>comparingLong(due -> due.uptimeNs).thenComparingLong(due -> due.order));
  private static long orders;
  private static boolean stopped;
  /** Virtual clock: the app wants something that has to happen at this time. */
  private static boolean wants;
  private static Thread timer;

  private Driver() {}

  static Due at(long uptimeNs, Runnable task, boolean ambient) {
    synchronized (Scheduler.LOCK) {
      Due due = new Due(uptimeNs, ++orders, task, ambient);
      DUES.add(due);
      if (!Clock.virtual && timer == null) {
        timer = Host.start(Driver::runReal, "phone-timer");
      }
      Scheduler.LOCK.notifyAll();
      return due;
    }
  }

  static void cancel(Due due) {
    synchronized (Scheduler.LOCK) {
      DUES.remove(due);
    }
  }

  /** LOCK: a new clock has nothing due yet. */
  static void forget() {
    DUES.clear();
    orders = 0;
    wants = false;
  }

  static void stop() {
    synchronized (Scheduler.LOCK) {
      stopped = true;
      Scheduler.LOCK.notifyAll();
    }
  }

  static void want() {
    synchronized (Scheduler.LOCK) {
      wants = Clock.virtual;
    }
  }

  static boolean takeWants() {
    synchronized (Scheduler.LOCK) {
      boolean was = wants;
      wants = false;
      return was;
    }
  }

  static boolean awaitIdle(long hostLimitNs) {
    if (!Clock.virtual || Scheduler.current() != null) return true;
    synchronized (Scheduler.LOCK) {
      return awaitIdleLocked(hostLimitNs, false);
    }
  }

  /** LOCK, which is given up meanwhile. */
  private static boolean awaitIdleLocked(long hostLimitNs, boolean stoppable) {
    long begin = System.nanoTime();
    long end = hostLimitNs > PhoneTime.NEVER - begin ? PhoneTime.NEVER : begin + hostLimitNs;
    while (!Scheduler.isIdle() && !(stoppable && stopped)) {
      long now = System.nanoTime();
      if (now >= end) return false;
      long until = end;
      long outside = Scheduler.running == null ? Scheduler.outsideUntil() : 0;
      if (outside != 0) until = Math.min(until, outside);
      waitLocked(until - now);
    }
    return true;
  }

  private static void waitLocked(long ns) {
    boolean interrupted = false;
    try {
      Scheduler.LOCK.wait(Math.max(1, Math.min(ns, LONGEST_NS) / 1_000_000));
    } catch (InterruptedException e) {
      interrupted = true;
      stopped = true;
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  static long nextDue() {
    synchronized (Scheduler.LOCK) {
      long next = DUES.isEmpty() ? PhoneTime.NEVER : DUES.peek().uptimeNs;
      if (!Clock.virtual) return Math.min(next, PollQueue.nextRealDue());
      for (Guest guest : Scheduler.all()) {
        if (guest.state == Guest.State.WAITING) next = Math.min(next, guest.due);
      }
      return next;
    }
  }

  /** As nextDue, without what is ambient. */
  static long nextStir() {
    synchronized (Scheduler.LOCK) {
      long next = PhoneTime.NEVER;
      for (Due due : DUES) if (!due.ambient) next = Math.min(next, due.uptimeNs);
      if (!Clock.virtual) return Math.min(next, PollQueue.nextRealDue());
      for (Guest guest : Scheduler.all()) {
        if (guest.state == Guest.State.WAITING && !guest.ambient) next = Math.min(next, guest.due);
      }
      return next;
    }
  }

  /** False: it ended before, as the app wants something, and `through` is false. */
  static boolean advance(long toNs, boolean through) {
    begin();
    if (Clock.virtual) {
      while (step(toNs, through)) {
        // Until it is there.
      }
      return through || !isWanting();
    } else {
      synchronized (Scheduler.LOCK) {
        while (!stopped && Clock.uptimeNanos() < toNs) waitLocked(toNs - Clock.uptimeNanos());
      }
    }
    return true;
  }

  private static boolean isWanting() {
    synchronized (Scheduler.LOCK) {
      return wants;
    }
  }

  private static void begin() {
    synchronized (Scheduler.LOCK) {
      stopped = false;
    }
  }

  /** One step at most up to a time; false when it is there and all is idle, or has to stop. */
  private static boolean step(long toNs, boolean through) {
    List<Due> tasks = new ArrayList<>();
    synchronized (Scheduler.LOCK) {
      awaitIdleLocked(PhoneTime.NEVER, true);
      if (stopped || (wants && !through)) return false;
      long now = Clock.uptimeNanos();
      long next = nextDue();
      if (now >= toNs && next > now) return false;
      now = Math.max(now, Math.min(next, Math.max(now, toNs)));
      Clock.moveTo(now);
      expire(now);
      while (!DUES.isEmpty() && DUES.peek().uptimeNs <= now) tasks.add(DUES.poll());
    }
    for (Due due : tasks) run(due);
    Scheduler.dispatch();
    return true;
  }

  /** LOCK: those whose wait is over are ready, in the order of their times. */
  private static void expire(long now) {
    List<Guest> over = new ArrayList<>();
    for (Guest guest : Scheduler.all()) {
      if (guest.state == Guest.State.WAITING && guest.due <= now) over.add(guest);
    }
    over.sort(Comparator.<Guest>comparingLong(guest -> guest.due)
        .thenComparingLong(guest -> guest.order));
    for (Guest guest : over) Scheduler.ready(guest);
  }

  static boolean settle(long limitNs, long quietNs) {
    begin();
    long quiet = quietNs <= 0 ? 200_000_000 : quietNs;
    long limit = Clock.after(limitNs);
    if (!Clock.virtual) return settleReal(limit, quiet);
    while (true) {
      synchronized (Scheduler.LOCK) {
        awaitIdleLocked(PhoneTime.NEVER, true);
        if (stopped || wants) return false;
      }
      long now = Clock.uptimeNanos();
      long stir = nextStir();
      long next = nextDue();
      if ((stir == PhoneTime.NEVER || stir - now > quiet) && next > now) return true;
      if (next > limit || now >= limit) {
        advance(limit, false);
        return false;
      }
      step(next, false);
    }
  }

  private static boolean settleReal(long limit, long quiet) {
    long quietSince = 0;
    synchronized (Scheduler.LOCK) {
      while (!stopped) {
        long now = Clock.uptimeNanos();
        boolean isQuiet = nextStir() - now > quiet && !Vsync.isWanted();
        if (!isQuiet) quietSince = 0;
        else if (quietSince == 0) quietSince = now;
        else if (now - quietSince >= 4 * LOOK_NS) return true;
        if (now >= limit) return false;
        waitLocked(LOOK_NS);
      }
    }
    return false;
  }

  /** The thread that runs what is due by the real clock. */
  private static void runReal() {
    while (true) {
      Due due = null;
      synchronized (Scheduler.LOCK) {
        if (Clock.virtual) {
          timer = null;
          return;
        }
        long now = Clock.uptimeNanos();
        Due first = DUES.peek();
        if (first != null && first.uptimeNs <= now) due = DUES.poll();
        else waitLocked(first == null ? LONGEST_NS : first.uptimeNs - now);
      }
      if (due != null) run(due);
    }
  }

  private static void run(Due due) {
    try {
      due.task.run();
    } catch (RuntimeException | Error e) {
      Clock.say("What was due at " + due.uptimeNs + " failed: " + e + ".");
    }
  }
}
