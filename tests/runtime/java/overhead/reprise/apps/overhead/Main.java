package reprise.apps.overhead;

import io.reprise.bench.Timer;

/** What a woven call costs: asks the time again and again, and prints ns per call. */
public final class Main {
  private static final int CALLS = 20_000;

  private Main() {}

  public static void main(String[] arguments) {
    long sum = 0;
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long began = Timer.now();
      for (int i = 0; i < CALLS; i++) {
        sum += System.currentTimeMillis();
      }
      best = Math.min(best, Timer.now() - began);
    }
    System.out.println(best / CALLS + " ns" + (sum == 0 ? "!" : ""));
    System.exit(0);
  }
}
