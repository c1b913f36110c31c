// Delivers the upcalls of a recording: to the object that stands for the
// recorded receiver, on the recorded looper or on a thread of the recorded
// name, as long after the registration of the receiver as in the recording.
//
// An upcall is due once the last downcall that was told its receiver has come
// in the replay, too. One whose receiver nobody was told of is left to the
// system: when it comes, it gets the recorded arguments.
//
// Threads: came() any; the rest on its own thread.
package io.reprise.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

final class UpcallPlayer implements Runnable {
  /** Makes the upcall on the thread it is called on. */
  interface Delivery {
    void deliver(RecordedCall upcall);
  }

  private static final class Due implements Comparable<Due> {
    final long time;
    final RecordedCall upcall;
    final Executor executor;

    Due(long time, RecordedCall upcall, Executor executor) {
      this.time = time;
      this.upcall = upcall;
      this.executor = executor;
    }

    @Override
    public int compareTo(Due other) {
      return time != other.time
          ? Long.compare(time, other.time)
          : Long.compare(upcall.id, other.upcall.id);
    }
  }

  private final Delivery delivery;
  private final Object lock = new Object();
  private final PriorityQueue<Due> queue = new PriorityQueue<>(); // guarded by lock
  private boolean stopped; // guarded by lock
  private final Map<String, Lane> lanes = new HashMap<>(); // own thread

  UpcallPlayer(Delivery delivery) {
    this.delivery = delivery;
  }

  void start() {
    daemon(this, "reprise-upcalls");
  }

  private static void daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  void stop() {
    synchronized (lock) {
      stopped = true;
      lock.notifyAll();
    }
  }

  /** The app made this recorded downcall, with these arguments. */
  void came(RecordedCall call, Object[] args) {
    if (call.upcalls.isEmpty()) {
      return;
    }
    Executor executor = null;
    for (int i = 0; args != null && i < args.length; i++) {
      if (args[i] instanceof Executor) {
        executor = (Executor) args[i];
      }
    }
    long shift = System.nanoTime() - call.end;
    synchronized (lock) {
      for (RecordedCall upcall : call.upcalls) {
        queue.add(new Due(upcall.begin + shift, upcall, executor));
      }
      lock.notifyAll();
    }
  }

  @Override
  public void run() {
    while (true) {
      Due due;
      synchronized (lock) {
        try {
          while (!stopped && (queue.isEmpty() || queue.peek().time > System.nanoTime())) {
            if (queue.isEmpty()) {
              lock.wait();
            } else {
              long left = queue.peek().time - System.nanoTime();
              if (left > 0) {
                lock.wait(left / 1_000_000, (int) (left % 1_000_000));
              }
            }
          }
        } catch (InterruptedException e) {
          continue;
        }
        if (stopped) {
          return;
        }
        due = queue.poll();
      }
      send(due);
    }
  }

  private void send(final Due due) {
    Runnable task = new Runnable() {
      @Override
      public void run() {
        delivery.deliver(due.upcall);
      }
    };
    RecordedCall upcall = due.upcall;
    if (!upcall.looper.isEmpty() && Platform.get().post(upcall.looper, task)) {
      return;
    }
    if (due.executor != null) {
      try {
        due.executor.execute(task);
        return;
      } catch (RuntimeException e) {
        // It was shut down; a thread of the same name does.
      }
    }
    Lane lane = lanes.get(upcall.thread);
    if (lane == null) {
      lane = new Lane();
      lanes.put(upcall.thread, lane);
      daemon(lane, upcall.thread);
    }
    lane.tasks.add(task);
  }

  // Stands for a thread of a service that is not there.
  private static final class Lane implements Runnable {
    final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    @Override
    public void run() {
      while (true) {
        try {
          tasks.take().run();
        } catch (InterruptedException e) {
          // The app interrupts what it believes to be its own thread.
        }
      }
    }
  }
}
