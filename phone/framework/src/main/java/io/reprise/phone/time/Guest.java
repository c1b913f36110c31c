package io.reprise.phone.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A thread of the app as the scheduler sees it. All fields are guarded by
 * {@link Scheduler#LOCK} unless they say otherwise.
 */
final class Guest {
  /** What it does. Only RUNNING ones execute code of the app. */
  enum State {
    /** Could run; waits for its turn, or for a monitor ({@link #wants}). */
    READY,
    /** Runs: at most one. */
    RUNNING,
    /** Waits for time, another thread or the host. */
    WAITING,
    /** Runs or waits where the scheduler has no hand in it: in the network, or
     * held up in native code. */
    OUTSIDE,
    /** Is over, or may never run again. */
    ENDED
  }

  final Thread thread;
  /** Order of creation in the life of the clock: the same in every run. */
  final long number;

  State state = State.OUTSIDE;
  /** Started for the app, not yet for the JVM: that is done at its first turn. */
  boolean unborn;
  /** Its run has begun; own thread only. */
  boolean begun;
  /** Thread id of the host's kernel; 0 = not known. */
  volatile int kernelId;
  /** Place among the READY and WAITING ones. */
  long order;
  /** WAITING: until then. */
  long due = PhoneTime.NEVER;
  /** WAITING for the world around the phone: see {@link Due#ambient}. */
  boolean ambient;
  /** WAITING in park: unpark ends it. */
  boolean parked;
  /** LockSupport's permit. */
  boolean permit;
  /** WAITING in Object.wait of this one. */
  Object waitsOn;
  /** The wait was ended by notify. */
  boolean notified;
  /** Thread.interrupt ends the wait. */
  boolean interruptible;
  /** READY, but only when no other thread holds this monitor. */
  Object wants;
  /** How often it has to be entered then. */
  int wantsCount;
  /** OUTSIDE in a network call: hooks leave it alone until that returns. */
  boolean inNetwork;
  /** OUTSIDE, but its call has returned: it is about to say so. */
  volatile boolean returns;
  /** Does something of the phone's own, which hooks leave alone. Written by its own
   * thread only. */
  volatile int aside;
  /** Network calls that are in each other; own thread only. */
  int networkDepth;
  /** OUTSIDE since, and how long that holds phone time back; host's ns. */
  long outsideSince;
  long outsideLimit;
  /** Has to end: every hook throws. */
  volatile boolean doomed;
  /** The next good opportunity is to be used to let another one run. */
  boolean yields;

  /** Monitors that it is in, innermost last. Written by its own thread only;
   * read by others while it does not run. */
  Object[] held = new Object[8];
  int heldCount;

  /** Clock reads and yields since it last waited; own thread only. */
  int reads;

  private volatile boolean go; // the baton is handed over
  private volatile Object sleepsIn; // monitor in which it natively waits

  Guest(Thread thread, long number) {
    this.thread = thread;
    this.number = number;
  }

  void enter(Object monitor) {
    if (heldCount == held.length) held = Arrays.copyOf(held, heldCount * 2);
    held[heldCount++] = monitor;
  }

  void exit(Object monitor) {
    for (int i = heldCount - 1; i >= 0; i--) {
      if (held[i] == monitor) {
        System.arraycopy(held, i + 1, held, i, heldCount - i - 1);
        held[--heldCount] = null;
        return;
      }
    }
  }

  int exitAll(Object monitor) {
    int before = heldCount;
    while (holds(monitor)) exit(monitor);
    return before - heldCount;
  }

  boolean holds(Object monitor) {
    for (int i = 0; i < heldCount; i++) if (held[i] == monitor) return true;
    return false;
  }

  /** Before it gives the baton away: where it is going to sleep. */
  void willSleepIn(Object monitor) {
    go = false;
    sleepsIn = monitor == null ? this : monitor;
  }

  /** Own thread: sleeps until {@link #wake}. Interrupts are kept for later. */
  void sleep() {
    boolean interrupted = false;
    Object monitor = sleepsIn;
    synchronized (monitor) {
      while (!go) {
        try {
          monitor.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) thread.interrupt();
  }

  /** Another thread: lets it go on. Not under the scheduler's lock. */
  void wake() {
    Object monitor = sleepsIn;
    go = true;
    synchronized (monitor) {
      monitor.notifyAll();
    }
  }

  /** What the kernel says of its thread; true if it does not say. */
  boolean sleepsInKernel() {
    if (kernelId == 0) return true;
    try {
      String stat = Files.readString(Path.of("/proc/self/task/" + kernelId + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'S';
    } catch (IOException | IndexOutOfBoundsException e) {
      return true;
    }
  }

  /** A sentence's subject. */
  String name() {
    return "thread \"" + thread.getName() + "\"";
  }
}
