package reprise.services;

/**
 * Numbers that look random and are the same for the same seed. Not java.util.Random: its calls may
 * be woven, and what the services draw is none of the program's.
 */
final class Noise {
  private long state;

  Noise(long seed) {
    state = seed;
  }

  /** From 0 to bound - 1. */
  synchronized int below(int bound) {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return (int) ((state >>> 33) % bound);
  }

  byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) bytes[i] = (byte) below(256);
    return bytes;
  }
}
