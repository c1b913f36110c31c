package io.reprise.phone.time;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * What a message loop waits in: nativePollOnce and nativeWake of one
 * MessageQueue, under either clock. Any thread.
 */
public final class PollQueue {
  private static final List<WeakReference<PollQueue>> ALL = new ArrayList<>();

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
    if (takeWake() || timeoutMs == 0) return;
    polling = true;
    loop = Thread.currentThread();
    try {
      Guest guest = Clock.virtual ? Scheduler.enter() : null;
      if (guest == null) pollReal(timeoutMs);
      else pollVirtual(guest, timeoutMs);
    } finally {
      polling = false;
      takeWake();
    }
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

  private synchronized void pollReal(int timeoutMs) {
    boolean isVirtual = Clock.virtual;
    realDue = timeoutMs < 0 ? PhoneTime.NEVER : Clock.after(Hooks.nanos(timeoutMs));
    boolean interrupted = false;
    while (!woken && Clock.virtual == isVirtual) {
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

  static void wakeAll() {
    for (PollQueue queue : queues()) {
      synchronized (queue) {
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
