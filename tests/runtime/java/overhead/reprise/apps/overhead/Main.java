package reprise.apps.overhead;

import io.reprise.bench.Timer;

/**
 * What a woven call costs: asks the time again and again, and prints ns per call;
 * then between bits of work of about a millisecond, and prints ns per bit.
 */
public final class Main {
  private static final int ROUNDS = 5;
  private static final int CALLS = 20_000;
  private static final int BITS = 200;
  private static final int STEPS = 135_000;

  private Main() {}

  public static void main(String[] arguments) {
    long sum = 0;
    long call = Long.MAX_VALUE;
    long bit = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long began = Timer.now();
      for (int i = 0; i < CALLS; i++) {
        sum += System.currentTimeMillis();
      }
      call = Math.min(call, (Timer.now() - began) / CALLS);
      began = Timer.now();
      for (int i = 0; i < BITS; i++) {
        sum += System.currentTimeMillis();
        for (int step = 0; step < STEPS; step++) {
          sum = sum * 31 + step;
        }
      }
      bit = Math.min(bit, (Timer.now() - began) / BITS);
    }
    System.out.println(call + " " + bit + (sum == 0 ? " " : ""));
    System.exit(0);
  }
}
