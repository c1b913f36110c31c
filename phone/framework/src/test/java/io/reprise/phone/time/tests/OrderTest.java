package io.reprise.phone.time.tests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.Test;

/** One seed makes one order, another seed another one. */
public final class OrderTest {
  static final class Mix implements Consumer<Consumer<String>> {
    private final Object lock = new Object();
    private int shared;

    @Override
    public void accept(Consumer<String> out) {
      ExecutorService pool = Executors.newFixedThreadPool(3);
      ExecutorService single = Executors.newSingleThreadExecutor();
      for (int i = 0; i < 12; i++) {
        int number = i;
        pool.execute(() -> {
          synchronized (lock) {
            out.accept("pool " + number + " " + ++shared);
          }
          single.execute(() -> out.accept("single " + number));
          sleep(number % 3);
          synchronized (lock) {
            shared--;
          }
        });
      }
      Map<Object, Integer> identity = new HashMap<>();
      for (int i = 0; i < 5; i++) {
        int number = i;
        identity.put(new Object(), number);
        new Thread(() -> {
          List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5));
          Collections.shuffle(list);
          out.accept("thread " + number + " " + list);
        }).start();
      }
      Runnable lambda = () -> out.accept("never");
      Object locked = new Object();
      synchronized (locked) {
        out.accept("objects " + identity.values() + " " + Thread.currentThread().getId() + " "
            + lambda + " " + locked + " " + System.identityHashCode(locked) + " "
            + getClass().hashCode());
      }
      out.accept("random " + new Random().nextInt(1000) + " " + Math.random() + " "
          + ThreadLocalRandom.current().nextInt(1000) + " " + UUID.randomUUID());
      pool.shutdown();
      try {
        out.accept("done " + pool.awaitTermination(1, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        out.accept("interrupted");
      }
      single.shutdown();
    }

    private static void sleep(long ms) {
      try {
        Thread.sleep(ms);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static List<String> run(long seed, boolean vary) throws Exception {
    List<String> lines = new Rig(seed, vary).start(Mix.class).pass(100);
    assertEquals(32, lines.size());
    return lines;
  }

  @Test
  public void sameSeedSameOrder() throws Exception {
    List<String> plain = run(7, false);
    List<String> varied = run(7, true);
    for (int i = 0; i < 20; i++) {
      assertEquals(plain, run(7, false));
      assertEquals(varied, run(7, true));
    }
  }

  @Test
  public void seedsVaryTheOrder() throws Exception {
    Set<List<String>> orders = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      List<String> lines = run(seed, true);
      lines.removeIf(line -> line.contains("random") || line.contains("thread"));
      orders.add(lines);
    }
    assertTrue("only " + orders.size() + " orders", orders.size() > 25);
  }

  @Test
  public void seedsChangeOnlyNumbersWithoutVary() throws Exception {
    List<String> one = run(1, false);
    List<String> two = run(2, false);
    assertTrue(!one.equals(two));
    one.replaceAll(line -> line.replaceAll("(random|thread \\d).*", "$1"));
    two.replaceAll(line -> line.replaceAll("(random|thread \\d).*", "$1"));
    assertEquals(one, two);
  }

  /** Three threads; a fourth comes back from the network at once, or when they have ended. */
  static class Reader implements Consumer<Consumer<String>> {
    private final boolean early;
    private final Object lock = new Object();

    Reader(boolean early) {
      this.early = early;
    }

    @Override
    public void accept(Consumer<String> out) {
      try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
          Socket here = new Socket(server.getInetAddress(), server.getLocalPort());
          Socket there = server.accept()) {
        if (early) there.getOutputStream().write(1);
        CountDownLatch reads = new CountDownLatch(1);
        Thread reader = new Thread(() -> {
          try {
            InputStream in = here.getInputStream();
            reads.countDown();
            in.read();
            out.accept("read");
          } catch (IOException e) {
            out.accept(e.toString());
          }
        });
        reader.start();
        reads.await();
        // Until it has its answer, and waits for its turn. Neither yields nor asks the clock.
        while (early && reader.getState() == Thread.State.RUNNABLE) continue;
        Thread[] others = new Thread[3];
        for (int i = 0; i < others.length; i++) {
          int number = i;
          others[i] = new Thread(() -> {
            for (int turn = 0; turn < 5; turn++) {
              synchronized (lock) {
                out.accept("thread " + number + " turn " + turn);
              }
            }
          });
          others[i].start();
        }
        for (Thread other : others) other.join();
        there.getOutputStream().write(1);
        reader.join();
      } catch (IOException | InterruptedException e) {
        out.accept(e.toString());
      }
    }
  }

  static final class EarlyReader extends Reader {
    EarlyReader() {
      super(true);
    }
  }

  static final class LateReader extends Reader {
    LateReader() {
      super(false);
    }
  }

  private static List<String> others(long seed, Class<?> type) throws Exception {
    List<String> lines = new Rig(seed, true).start(type).pass(100);
    assertTrue(lines.toString(), lines.removeIf(line -> line.endsWith(" read")));
    assertEquals(lines.toString(), 15, lines.size());
    return lines;
  }

  @Test
  public void whoComesFromTheNetworkTakesNobodysTurn() throws Exception {
    Set<List<String>> orders = new HashSet<>();
    for (int seed = 0; seed < 30; seed++) {
      List<String> late = others(seed, LateReader.class);
      assertEquals("seed " + seed, late, others(seed, EarlyReader.class));
      orders.add(late);
    }
    assertEquals("all orders of three", 6, orders.size());
  }
}
