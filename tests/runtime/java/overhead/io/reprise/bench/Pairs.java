package io.reprise.bench;

import dalvik.system.VMDebug;
import java.util.List;

/**
 * Does the same work by turns in the two classes and prints what each took, in ns
 * of the thread's processor time and of the clock: a line of the kind of block, the
 * two times of the plain class and those of the woven one. What changes the speed of
 * the machine changes both. Never woven, as all of this package.
 */
public final class Pairs {
  private static final int CALLS = 1_000;
  private static final int BITS = 25;
  private static final long BIT_NS = 1_000_000; // one call in each: 1,000 a second
  private static final int APP_BITS = 80;
  private static final int TRIAL_STEPS = 20_000;
  private static final long TRIAL_NS = 1_000_000_000; // long enough for a JIT
  private static final int WARM_UPS = 60;

  private final Blocks plain = new Work();
  private final Blocks woven;
  private final int steps = stepsOfABit();
  private final StringBuilder lines = new StringBuilder();

  public Pairs(Blocks woven) {
    this.woven = woven;
  }

  /**
   * Measures so many pairs of each kind: calls, clock, mixed, or NAME=N,N,... of an
   * app with so many events of each stream in 80 ms. Before that comes the same
   * without the work between the calls, so that what is compiled is compiled.
   */
  public void run(int pairs, List<String> kinds) {
    for (String kind : kinds) {
      for (int i = 0; i < WARM_UPS; i++) {
        time(kind, 0, plain);
        time(kind, 0, woven);
      }
      for (int i = 0; i < pairs; i++) {
        boolean plainFirst = i % 2 == 0;
        String first = time(kind, steps, plainFirst ? plain : woven);
        String second = time(kind, steps, plainFirst ? woven : plain);
        lines.append(kind).append(plainFirst ? first + second : second + first).append('\n');
      }
    }
    System.out.print(lines);
  }

  private String time(String kind, int steps, Blocks work) {
    int[] events = eventsOf(kind);
    long began = System.nanoTime();
    long used = VMDebug.threadCpuTimeNanos();
    if (events != null) {
      work.app(APP_BITS, steps, events);
    } else if (kind.equals("calls")) {
      work.calls(CALLS);
    } else {
      work.bits(BITS, steps, kind.equals("mixed"));
    }
    used = VMDebug.threadCpuTimeNanos() - used;
    return " " + used + " " + (System.nanoTime() - began);
  }

  private static int[] eventsOf(String kind) {
    int at = kind.indexOf('=');
    if (at < 0) {
      return null;
    }
    String[] words = kind.substring(at + 1).split(",");
    int[] events = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      events[i] = Integer.parseInt(words[i]);
    }
    return events;
  }

  private int stepsOfABit() {
    long best = Long.MAX_VALUE;
    long end = System.nanoTime() + TRIAL_NS;
    while (System.nanoTime() < end) {
      long began = System.nanoTime();
      plain.bits(1, TRIAL_STEPS, false);
      best = Math.min(best, System.nanoTime() - began);
    }
    return (int) (TRIAL_STEPS * BIT_NS / best);
  }
}
