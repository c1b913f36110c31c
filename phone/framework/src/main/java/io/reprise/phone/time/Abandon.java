package io.reprise.phone.time;

import io.reprise.phone.time.Guest.State;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Throws the threads of an app away, when the process becomes that of another or
 * begins anew.
 */
final class Abandon {
  private static final long STEP_MS = 20;

  private Abandon() {}

  static List<String> all(Predicate<Thread> keep, long hostLimitNs) {
    List<Guest> doomed = new ArrayList<>();
    for (Guest guest : Scheduler.guests()) {
      if (guest.state == State.ENDED || keep.test(guest.thread)) continue;
      doomed.add(guest);
      doom(guest);
    }
    Scheduler.dispatch();
    long end = System.nanoTime() + hostLimitNs;
    long stop = end - hostLimitNs / 2;
    while (!doomed.isEmpty() && System.nanoTime() < end) {
      synchronized (Scheduler.LOCK) {
        doomed.removeIf(guest -> Scheduler.of(guest.thread) != guest);
        if (doomed.isEmpty()) break;
        try {
          Scheduler.LOCK.wait(STEP_MS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        }
      }
      for (Guest guest : doomed) {
        if (!guest.thread.isAlive()) Scheduler.ended(guest.thread); // stopped in its very end
        else if (System.nanoTime() > stop) stop(guest);
      }
    }
    List<String> left = new ArrayList<>();
    for (Guest guest : doomed) {
      synchronized (Scheduler.LOCK) {
        if (Scheduler.of(guest.thread) != guest) continue;
        Scheduler.leave(guest);
        guest.state = State.ENDED;
      }
      left.add(guest.thread.getName());
    }
    Scheduler.dispatch();
    return left;
  }

  private static void doom(Guest guest) {
    guest.doomed = true;
    synchronized (Scheduler.LOCK) {
      if (guest.unborn) {
        Scheduler.leave(guest);
        guest.state = State.ENDED;
        Scheduler.forget(guest);
      } else if (guest.state == State.WAITING) {
        Scheduler.ready(guest);
      }
    }
  }

  /** Where no hook is reached: in native waits, the network, endless loops. */
  @SuppressWarnings({"deprecation", "removal"})
  private static void stop(Guest guest) {
    synchronized (Scheduler.LOCK) {
      if (guest.state != State.RUNNING && guest.state != State.OUTSIDE) return;
    }
    guest.thread.interrupt();
    guest.thread.stop();
  }
}
