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
  private static final int TRIAL_STEPS = 20_000;

  private final Blocks plain = new Work();
  private final Blocks woven;
  private final int steps = stepsOfABit();
  private final StringBuilder lines = new StringBuilder();

  public Pairs(Blocks woven) {
    this.woven = woven;
  }

  /** Warms up, then measures so many pairs of each kind: calls, clock or mixed. */
  public void run(int pairs, List<String> kinds) {
    for (String kind : kinds) {
      time(kind, plain);
      time(kind, woven);
      for (int i = 0; i < pairs; i++) {
        boolean plainFirst = i % 2 == 0;
        String first = time(kind, plainFirst ? plain : woven);
        String second = time(kind, plainFirst ? woven : plain);
        lines.append(kind).append(plainFirst ? first + second : second + first).append('\n');
      }
    }
    System.out.print(lines);
  }

  private String time(String kind, Blocks work) {
    long began = System.nanoTime();
    long used = VMDebug.threadCpuTimeNanos();
    if (kind.equals("calls")) {
      work.calls(CALLS);
    } else {
      work.bits(BITS, steps, kind.equals("mixed"));
    }
    used = VMDebug.threadCpuTimeNanos() - used;
    return " " + used + " " + (System.nanoTime() - began);
  }

  private int stepsOfABit() {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long began = System.nanoTime();
      plain.bits(1, TRIAL_STEPS, false);
      best = Math.min(best, System.nanoTime() - began);
    }
    return (int) (TRIAL_STEPS * BIT_NS / best);
  }
}
