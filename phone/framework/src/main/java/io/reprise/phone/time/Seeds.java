package io.reprise.phone.time;

/**
 * All that the seed decides: random numbers that the app gets, and, if the run is
 * to vary, which thread goes on, when one makes way for another, and the phase of
 * frames. Two streams, so that what the app draws does not change the order.
 */
final class Seeds {
  /** Varying: one in so many wake-ups lets the woken thread run at once. */
  static final int YIELD_ONE_IN = 3;

  private static long app;
  private static long choices;
  private static boolean vary;
  private static long phaseSeed;

  private Seeds() {}

  static synchronized void set(long seed, boolean varies) {
    app = mix(seed ^ 0x6170700000000000L);
    choices = mix(seed ^ 0x6368000000000000L);
    phaseSeed = mix(seed ^ 0x7068000000000000L);
    vary = varies;
  }

  /** For the app. */
  static synchronized long nextLong() {
    app += 0x9e3779b97f4a7c15L;
    return mix(app);
  }

  static boolean varies() {
    return vary;
  }

  /** A choice of 0 to n - 1. */
  static synchronized int below(int n) {
    choices += 0x9e3779b97f4a7c15L;
    return (int) Math.floorMod(mix(choices) >>> 1, (long) n);
  }

  static boolean yieldsNow() {
    return vary && below(YIELD_ONE_IN) == 0;
  }

  /** Begin of the frames after the clock's begin, below the period. */
  static synchronized long phase(long period) {
    return vary ? Math.floorMod(phaseSeed, period) : 0;
  }

  /** Varying: half as long to twice as long; else as long. */
  static long around(long ns) {
    return vary ? ns / 2 + (long) (ns * 1.5 * below(1 << 20) / (1 << 20)) : ns;
  }

  /** SplitMix64's finish. */
  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
