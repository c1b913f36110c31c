package io.reprise.phone.time;

import java.util.List;
import java.util.function.Predicate;

/**
 * The clock of the process, real or virtual: what the rest of the phone calls.
 * Code of the app and of Android does not call it; its calls of the JDK's clocks
 * and waits are woven to {@link Hooks}.
 *
 * <p>Threads are of two kinds. Threads of the app are those that called
 * {@link #adopt} and all that they start: with the virtual clock exactly one of
 * them runs at a time. All others are the host's: they see the host's time,
 * and neither hold phone time back nor wait for it.
 *
 * <p>With the virtual clock the host touches the app (posts a message, injects
 * input) only when it is idle: {@link #awaitIdle} first, else runs are not
 * repeatable. Times are nanoseconds of uptime.
 */
public final class PhoneTime {
  /** Nothing is due. */
  public static final long NEVER = Long.MAX_VALUE;

  private PhoneTime() {}

  /**
   * Sets the clock: at Boot and at each Attach, after {@link #abandon} and while
   * all is idle. Everything that was due of {@link #at} and {@link Vsync} is
   * forgotten, random numbers begin anew. Real: uptimeNs 0 is the host's
   * uptime, wallNs 0 its wall clock.
   */
  public static void set(boolean virtual, long uptimeNs, long wallNs, long seed, boolean vary) {
    Clock.set(virtual, uptimeNs, wallNs);
    Seeds.set(seed, vary);
    Scheduler.clockWasSet();
    if (virtual) JdkState.reset();
    Vsync.reset();
    Buffers.reset();
  }

  /** True for the virtual clock. */
  public static boolean isVirtual() {
    return Clock.virtual;
  }

  /** Uptime, for every thread; SystemClock's clocks are all this one. */
  public static long uptimeNanos() {
    return Clock.uptimeNanos();
  }

  /** Time since 1970, for every thread. */
  public static long wallNanos() {
    return Clock.wallNanos();
  }

  /** The current thread is one of the app from now on: called by main, first. */
  public static void adopt() {
    Scheduler.adopt();
  }

  /**
   * Number of a thread of the app: main is the first, 1, the others follow in the
   * order in which they were started. 0 = a host's thread.
   */
  public static long numberOf(Thread thread) {
    Guest guest = Scheduler.of(thread);
    return guest == null ? 0 : guest.number;
  }

  /** True if the current thread is one of the app. */
  public static boolean isAppThread() {
    return Scheduler.current() != null;
  }

  /**
   * Waits (host threads only) until every thread of the app waits for something
   * that time or the host has to bring. False when the limit of the host's time
   * passed. Real clock: true at once.
   */
  public static boolean awaitIdle(long hostLimitNs) {
    return Driver.awaitIdle(hostLimitNs);
  }

  /** When the next thing is due; NEVER = nothing is. */
  public static long nextDue() {
    return Driver.nextDue();
  }

  /**
   * Moves the clock from one due thing to the next, each when all is idle, up to
   * toNs, and returns when all is idle again. Real: waits. A host thread calls
   * it. It ends early when {@link #stop} is called (the app died).
   */
  public static void advance(long toNs) {
    Driver.advance(toNs, true);
  }

  /** The same, but ends at the moment at which the app wants something: false if it does. */
  public static boolean advanceUnlessWanted(long toNs) {
    return Driver.advance(toNs, false);
  }

  /**
   * The app wants something of the phone around it. On the virtual clock that
   * has to happen now: time does not pass on before somebody knows of it.
   */
  public static void want() {
    Driver.want();
  }

  /** True if the app wanted something since the last call. */
  public static boolean takeWants() {
    return Driver.takeWants();
  }

  /**
   * Moves the clock until nothing is due for quietNs and no frame is wanted, at
   * most by limitNs. True if it is quiet.
   */
  public static boolean settle(long limitNs, long quietNs) {
    return Driver.settle(limitNs, quietNs);
  }

  /** Makes a running advance or settle end: the app died, or Exit came. */
  public static void stop() {
    Driver.stop();
  }

  /**
   * Runs the task at that time on the thread that moves the clock (real clock:
   * on a thread for it), while all is idle. The task is short and does not wait;
   * usually it posts a message. The result cancels it.
   */
  public static Due at(long uptimeNs, Runnable task) {
    return Driver.at(uptimeNs, task, false);
  }

  /**
   * The same for what the world around the phone brings (a sensor's next value): who
   * waits until the phone is quiet does not wait for it.
   */
  public static Due atAmbient(long uptimeNs, Runnable task) {
    return Driver.at(uptimeNs, task, true);
  }

  /** When the next thing that is not ambient is due; NEVER = nothing is. */
  public static long nextStir() {
    return Driver.nextStir();
  }

  /** A thread of the app waits for the world around the phone until that time. */
  public static void waitAmbient(long untilNs) {
    Guest guest = Clock.virtual ? Scheduler.enter() : null;
    if (guest != null) guest.ambient = true;
    try {
      long left;
      while ((left = untilNs - Clock.uptimeNanos()) > 0) {
        if (guest != null) Scheduler.pause(guest, untilNs);
        else java.util.concurrent.locks.LockSupport.parkNanos(left);
      }
    } finally {
      if (guest != null) guest.ambient = false;
    }
  }

  /**
   * Ends the app's threads, but for those to keep: each gets a ThreadDeath where
   * it waits. Returns the names of those that did not end within hostLimitNs;
   * they never run again under the virtual clock.
   */
  public static List<String> abandon(Predicate<Thread> keep, long hostLimitNs) {
    return Abandon.all(keep, hostLimitNs);
  }

  /**
   * What the current thread does until {@link #endAside} is the phone's own
   * business, not the app's: it keeps its turn, and locks and sockets are the
   * host's. Short. Any thread; they may be in each other.
   */
  public static void beginAside() {
    Guest guest = Scheduler.current();
    if (guest != null) guest.aside++;
  }

  /** The end of it; in a finally. */
  public static void endAside() {
    Guest guest = Scheduler.current();
    if (guest != null) guest.aside--;
  }

  /** Where sentences about time go ("thread x computes for 10 s"); any thread. */
  public static void setLog(java.util.function.Consumer<String> log) {
    Clock.log = log;
  }

  /** Where files are the phone's, so that they have its times. */
  public static void setFolders(String... paths) {
    FileTimes.setFolders(paths);
  }

  /** Network: none at all, slower by delayNs for each answer, lossy by 0 to 1. */
  public static void setNetwork(boolean offline, long delayNs, double loss) {
    Network.set(offline, delayNs, loss);
  }

  /** Ports of the phone's loopback that the host answers, and where on its own. */
  public static void setReversed(java.util.Map<Integer, Integer> ports) {
    Network.reverse(ports);
  }

  /** Changes what is given of it; null = as it was. */
  public static void changeNetwork(Boolean offline, Long delayNs, Double loss) {
    Network.set(offline == null ? Network.isOffline() : offline,
        delayNs == null ? Network.delayNs() : delayNs, loss == null ? Network.loss() : loss);
  }
}
