package io.reprise.phone.time;

import java.util.HashMap;
import java.util.Map;

/**
 * All that the seed decides: random numbers that the app gets, and, if the run is
 * to vary, which thread goes on, when one makes way for another, and the phase of
 * frames. A choice follows from the seed, the time and what there is to choose
 * from, not from the choices before: a run that differs in one place, since a
 * user did one thing less, does not differ in all that follows.
 */
final class Seeds {
  /** Varying: one in so many wake-ups lets the woken thread run at once. */
  static final int YIELD_ONE_IN = 3;

  private static long app;
  private static long choices;
  private static boolean vary;
  private static long madeAt;
  private static final Map<Long, Integer> made = new HashMap<>(); // choices at that time
  private static long phaseSeed;

  private Seeds() {}

  static synchronized void set(long seed, boolean varies) {
    app = mix(seed ^ 0x6170700000000000L);
    choices = mix(seed ^ 0x6368000000000000L);
    phaseSeed = mix(seed ^ 0x7068000000000000L);
    vary = varies;
    made.clear();
  }

  /** For the app. */
  static synchronized long nextLong() {
    app += 0x9e3779b97f4a7c15L;
    return mix(app);
  }

  static boolean varies() {
    return vary;
  }

  /** A choice of 0 to n - 1; the key says between what. */
  static synchronized int below(int n, long key) {
    long now = Clock.uptimeNanos();
    if (now != madeAt) {
      madeAt = now;
      made.clear();
    }
    int before = made.merge(key, 1, Integer::sum);
    long drawn = mix(mix(choices ^ now) + mix(key) * 31 + before);
    return (int) Math.floorMod(drawn >>> 1, (long) n);
  }

  /** Does the one make way for the other, whom it woke? */
  static boolean makesWay(Guest one, Guest other) {
    return vary && below(YIELD_ONE_IN, one.number << 32 ^ other.number) == 0;
  }

  /** Begin of the frames after the clock's begin, below the period. */
  static synchronized long phase(long period) {
    return vary ? Math.floorMod(phaseSeed, period) : 0;
  }

  /** Varying: half as long to twice as long; else as long. */
  static long around(long ns) {
    return vary ? ns / 2 + (long) (ns * 1.5 * below(1 << 20, -1) / (1 << 20)) : ns;
  }

  /** SplitMix64's finish. */
  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
