package io.reprise.phone.time.tests;

import static org.junit.Assert.assertEquals;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.Test;

/** Every way to wait, each by the virtual clock. */
public final class WaitsTest {

  private static List<String> run(Class<?> type, long ms) throws Exception {
    return new Rig(1, false).start(type).pass(ms);
  }

  static final class Sleep implements Consumer<Consumer<String>> {
    @Override
    public void accept(Consumer<String> out) {
      try {
        Thread.sleep(1000);
        out.accept("a");
        Thread.sleep(0, 1);
        out.accept("b");
        TimeUnit.MINUTES.sleep(5);
        out.accept("c");
      } catch (InterruptedException e) {
        out.accept("interrupted");
      }
    }
  }

  @Test
  public void sleeps() throws Exception {
    Rig rig = new Rig(1, false).start(Sleep.class);
    assertEquals(List.of(), rig.pass(999));
    assertEquals(List.of("1000 a"), rig.pass(1));
    assertEquals(List.of("1000 a", "1001 b"), rig.pass(200_000));
    assertEquals(List.of("1000 a", "1001 b", "301001 c"), rig.pass(200_000));
  }

  static final class Clocks implements Consumer<Consumer<String>> {
    @Override
    public void accept(Consumer<String> out) {
      for (int i = 0; i < 2; i++) {
        long nano = System.nanoTime();
        out.accept(nano / 1_000_000 + " " + System.currentTimeMillis() + " "
            + new Date().getTime() + " " + Calendar.getInstance().getTimeInMillis() + " "
            + Instant.now().toEpochMilli() + " "
            + LocalDateTime.now(ZoneOffset.UTC).getSecond());
        LockSupport.parkNanos(1_500_000_000L);
      }
    }
  }

  @Test
  public void clocksAgree() throws Exception {
    String wall = "1700000000000";
    String later = "1700000001500";
    assertEquals(List.of(
        "0 5000 " + (wall + " ").repeat(4) + "20",
        "1500 6500 " + (later + " ").repeat(4) + "21"), run(Clocks.class, 2000));
  }

  static final class Busy implements Consumer<Consumer<String>> {
    @Override
    public void accept(Consumer<String> out) {
      long end = System.currentTimeMillis() + 50;
      while (System.currentTimeMillis() < end) {
        // A phone's clock would move.
      }
      out.accept("done");
    }
  }

  @Test
  public void readingTheClockInALoopEnds() throws Exception {
    assertEquals(List.of("50 done"), run(Busy.class, 100));
  }

  static final class Monitor implements Consumer<Consumer<String>> {
    private final Object lock = new Object();
    private boolean open;

    @Override
    public void accept(Consumer<String> out) {
      Thread waiter = new Thread(() -> {
        synchronized (lock) {
          try {
            lock.wait(700);
            out.accept("timeout " + open);
            while (!open) lock.wait();
            out.accept("open");
            lock.wait(10_000);
          } catch (InterruptedException e) {
            out.accept("interrupted " + Thread.holdsLock(lock));
          }
        }
      });
      waiter.start();
      try {
        Thread.sleep(2000);
        synchronized (lock) {
          open = true;
          lock.notifyAll();
          Thread.sleep(300); // the waiter has to stay out
          out.accept("leaving");
        }
        Thread.sleep(1000);
        waiter.interrupt();
        waiter.join();
        out.accept("joined " + waiter.isAlive());
        waiter.join(100);
      } catch (InterruptedException e) {
        out.accept("main was interrupted");
      }
    }
  }

  @Test
  public void monitors() throws Exception {
    assertEquals(List.of("700 timeout false", "2300 leaving", "2300 open",
        "3300 interrupted true", "3300 joined false"), run(Monitor.class, 20_000));
  }

  static final class Contended implements Consumer<Consumer<String>> {
    private final Object lock = new Object();

    private synchronized void inside(Consumer<String> out, String name) {
      out.accept(name + " in");
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      out.accept(name + " out");
    }

    @Override
    public void accept(Consumer<String> out) {
      for (String name : new String[] {"a", "b", "c"}) {
        new Thread(() -> {
          inside(out, name);
          synchronized (lock) {
            inside(out, name + name);
          }
        }).start();
      }
    }
  }

  @Test
  public void contendedMonitors() throws Exception {
    assertEquals(List.of("0 a in", "100 a out", "100 b in", "200 b out", "200 c in",
        "300 c out", "300 aa in", "400 aa out", "400 bb in", "500 bb out", "500 cc in",
        "600 cc out"), run(Contended.class, 1000));
  }

  static final class Locks implements Consumer<Consumer<String>> {
    @Override
    public void accept(Consumer<String> out) {
      try {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        out.accept("await " + condition.await(250, TimeUnit.MILLISECONDS));
        new Thread(() -> {
          try {
            out.accept("tryLock " + lock.tryLock(100, TimeUnit.MILLISECONDS));
            lock.lock();
            out.accept("locked");
            condition.signalAll();
            lock.unlock();
          } catch (InterruptedException e) {
            out.accept("interrupted");
          }
        }).start();
        Thread.sleep(500);
        condition.await();
        out.accept("signalled");
        lock.unlock();
        Semaphore semaphore = new Semaphore(0);
        out.accept("semaphore " + semaphore.tryAcquire(1, TimeUnit.SECONDS));
        CountDownLatch latch = new CountDownLatch(1);
        out.accept("latch " + latch.await(2, TimeUnit.SECONDS));
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        out.accept("poll " + queue.poll(3, TimeUnit.SECONDS));
        BlockingQueue<String> hand = new SynchronousQueue<>();
        new Thread(() -> {
          try {
            Thread.sleep(40);
            hand.put("x");
          } catch (InterruptedException e) {
            out.accept("interrupted");
          }
        }).start();
        out.accept("take " + hand.take());
      } catch (InterruptedException e) {
        out.accept("interrupted");
      }
    }
  }

  @Test
  public void locksAndQueues() throws Exception {
    assertEquals(List.of("250 await false", "350 tryLock false", "750 locked", "750 signalled",
        "1750 semaphore false", "3750 latch false", "6750 poll null", "6790 take x"),
        run(Locks.class, 10_000));
  }

  static final class Pools implements Consumer<Consumer<String>> {
    @Override
    public void accept(Consumer<String> out) {
      try {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<String>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          int number = i;
          futures.add(pool.submit(() -> {
            Thread.sleep(100 * (number + 1));
            out.accept("task " + number);
            return "r" + number;
          }));
        }
        try {
          futures.get(3).get(50, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          out.accept("not yet");
        }
        out.accept("got " + futures.get(3).get());
        ScheduledExecutorService timed = Executors.newScheduledThreadPool(1);
        timed.scheduleAtFixedRate(() -> out.accept("tick"), 10, 20, TimeUnit.MILLISECONDS);
        timed.schedule(() -> timed.shutdown(), 55, TimeUnit.MILLISECONDS);
        out.accept("ended " + timed.awaitTermination(1, TimeUnit.MINUTES));
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
          @Override
          public void run() {
            out.accept("timer");
          }
        }, 30, 50);
        Thread.sleep(100);
        timer.cancel();
        CompletableFuture<String> late = CompletableFuture.supplyAsync(() -> "late",
            CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS));
        out.accept(late.get());
        CyclicBarrier barrier = new CyclicBarrier(2);
        pool.submit(() -> barrier.await());
        barrier.await();
        out.accept("barrier");
        pool.shutdown();
      } catch (Exception e) {
        out.accept(e.toString());
      }
    }
  }

  @Test
  public void pools() throws Exception {
    assertEquals(List.of("50 not yet", "100 task 0", "200 task 1", "400 task 2", "600 task 3",
        "600 got r3", "610 tick", "630 tick", "650 tick", "655 ended true", "685 timer",
        "735 timer", "5755 late", "5755 barrier"), run(Pools.class, 60_000));
  }

  static final class Net implements Consumer<Consumer<String>> {
    @Override
    public void accept(Consumer<String> out) {
      try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
        new Thread(() -> {
          try (Socket socket = server.accept()) {
            for (int i = 0; i < 3; i++) {
              Thread.sleep(1000);
              socket.getOutputStream().write(i);
            }
          } catch (Exception e) {
            out.accept(e.toString());
          }
        }).start();
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
          InputStream in = socket.getInputStream();
          for (int c; (c = in.read()) >= 0; ) out.accept("read " + c);
        }
        out.accept("end");
      } catch (Exception e) {
        out.accept(e.toString());
      }
    }
  }

  /** The reader waits in the network for what time has to bring: its limit. */
  @Test
  public void networkGivesTheBatonUp() throws Exception {
    assertEquals(List.of("1000 read 0", "2000 read 1", "3000 read 2", "3000 end"),
        run(Net.class, 10_000));
  }
}
