package io.reprise.bench;

/**
 * The work between calls. One for both classes, and longer than what a JIT inlines:
 * the same loop compiled twice differs in speed by more than what is looked for.
 */
public final class Steps {
  private Steps() {}

  public static long work(long value, int steps) {
    for (int step = 0; step < steps; step++) {
      value = value * 31 + step;
      value ^= value >>> 7;
      value += value << 9;
      value ^= value >>> 13;
      value -= value << 3;
      value ^= value >>> 27;
      value += value << 31;
    }
    return value;
  }
}
