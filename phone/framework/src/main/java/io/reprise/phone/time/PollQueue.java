package io.reprise.phone.time;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What a message loop waits in: nativePollOnce and nativeWake of one
 * MessageQueue, under either clock. Any thread.
 */
public final class PollQueue {
  private static final List<WeakReference<PollQueue>> ALL = new ArrayList<>();
  /** Messages that an event lets pass: a loop that posts to itself for ever has frames, too. */
  private static final int MOST_AHEAD = 20;

  private final Deque<Runnable> events = new ArrayDeque<>(); // this
  private int ahead; // this
  private volatile boolean woken;
  private volatile boolean polling;
  private volatile Guest waiter; // virtual; Scheduler.LOCK
  private volatile long realDue;
  private volatile Thread loop; // the last that polled

  public PollQueue() {
    synchronized (ALL) {
      ALL.removeIf(queue -> queue.get() == null);
      ALL.add(new WeakReference<>(this));
    }
  }

  /** Waits for {@link #wake} or until so many ms have passed; below 0 = no limit. */
  public void poll(int timeoutMs) {
    boolean wasWoken = takeWake();
    if (timeoutMs == 0) letPass();
    if (wasWoken || timeoutMs == 0 || runEvents()) return;
    polling = true;
    loop = Thread.currentThread();
    try {
      Guest guest = Clock.virtual ? Scheduler.enter() : null;
      if (guest != null) pollVirtual(guest, timeoutMs);
      else if (pollReal(timeoutMs)) runEvents();
    } finally {
      polling = false;
      takeWake();
    }
  }

  /**
   * Real clock: the loop's thread runs this as soon as it has no message to deal with.
   * So what is posted before, and what that posts, comes first however long it takes,
   * as under the virtual clock, where no time passes meanwhile.
   */
  public synchronized void deliver(Runnable event) {
    if (events.isEmpty()) ahead = 0;
    events.add(event);
    notifyAll();
  }

  /** The loop looks for a message that is due. */
  private void letPass() {
    synchronized (this) {
      if (events.isEmpty() || ++ahead <= MOST_AHEAD) return;
    }
    runEvents();
  }

  /** False if there were none. */
  private boolean runEvents() {
    List<Runnable> now;
    synchronized (this) {
      if (events.isEmpty()) return false;
      now = List.copyOf(events);
      events.clear();
    }
    for (Runnable event : now) event.run();
    return true;
  }

  private synchronized boolean takeWake() {
    boolean was = woken;
    woken = false;
    return was;
  }

  private void pollVirtual(Guest guest, int timeoutMs) {
    Guest next;
    synchronized (Scheduler.LOCK) {
      if (woken) return;
      waiter = guest;
      // Messages are due at whole milliseconds.
      long now = Clock.uptimeNanos() / 1_000_000 * 1_000_000;
      long due = timeoutMs < 0 ? PhoneTime.NEVER : now + timeoutMs * 1_000_000L;
      next = Scheduler.beginPause(guest, Guest.State.WAITING, due, null);
    }
    try {
      Scheduler.endPause(guest, next);
    } finally {
      waiter = null;
    }
  }

  /** True if it ended for an event. */
  private synchronized boolean pollReal(int timeoutMs) {
    boolean isVirtual = Clock.virtual;
    realDue = timeoutMs < 0 ? PhoneTime.NEVER : Clock.after(Hooks.nanos(timeoutMs));
    boolean interrupted = false;
    while (!woken && events.isEmpty() && Clock.virtual == isVirtual) {
      long left = realDue - Clock.uptimeNanos();
      if (left <= 0) break;
      try {
        if (realDue == PhoneTime.NEVER) wait();
        else wait(left / 1_000_000, (int) (left % 1_000_000));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
    return !woken;
  }

  /** Ends the present poll or the next one. */
  public void wake() {
    synchronized (this) {
      woken = true;
      notifyAll();
    }
    if (!Clock.virtual) return;
    synchronized (Scheduler.LOCK) {
      Guest guest = waiter;
      if (guest == null || guest.state != Guest.State.WAITING) return;
      Scheduler.ready(guest);
    }
    Scheduler.dispatch();
  }

  /** True while a thread waits here. */
  public boolean isPolling() {
    return polling;
  }

  /** Its loop was left for ever. */
  boolean ended() {
    Thread last = loop;
    return last != null && !last.isAlive();
  }

  /** When the first of all loops that wait by the real clock is due. */
  static long nextRealDue() {
    long next = PhoneTime.NEVER;
    for (PollQueue queue : queues()) {
      Thread loop = queue.loop;
      if (loop == null || !loop.isAlive()) continue;
      next = Math.min(next, queue.polling ? queue.realDue : Clock.uptimeNanos());
    }
    return next;
  }

  /** The clock was set: who waits looks again, events of the old one are forgotten. */
  static void wakeAll() {
    for (PollQueue queue : queues()) {
      synchronized (queue) {
        queue.events.clear();
        queue.notifyAll();
      }
    }
  }

  private static List<PollQueue> queues() {
    List<PollQueue> queues = new ArrayList<>();
    synchronized (ALL) {
      for (WeakReference<PollQueue> reference : ALL) {
        PollQueue queue = reference.get();
        if (queue != null) queues.add(queue);
      }
    }
    return queues;
  }
}
