package io.reprise.phone.time;

import java.util.function.LongConsumer;

/**
 * The display's beat, 60 a second: DisplayEventReceiver asks for the next one and
 * the clock stops there. Virtual: the phase follows from the uptime at which the
 * clock was set, shifted by the seed if it varies.
 */
public final class Vsync {
  /** Time between two frames. */
  public static final long PERIOD_NS = 16_666_667;

  private static long origin;
  private static int wanted;
  private static int epoch;

  private Vsync() {}

  /**
   * Calls the listener with the uptime of the next beat after now, when it is
   * there, as {@link PhoneTime#at} calls its tasks. The result cancels it.
   */
  public static synchronized Due request(LongConsumer listener) {
    long beat = next(Clock.uptimeNanos());
    int mine = epoch;
    wanted++;
    return Driver.at(beat, () -> {
      synchronized (Vsync.class) {
        if (mine != epoch) return;
        wanted--;
      }
      listener.accept(beat);
    }, false);
  }

  /** The first beat after a time. */
  public static synchronized long next(long afterNs) {
    return origin + (Math.floorDiv(afterNs - origin, PERIOD_NS) + 1) * PERIOD_NS;
  }

  /** True while somebody waits for a beat. */
  public static synchronized boolean isWanted() {
    return wanted > 0;
  }

  static synchronized void reset() {
    epoch++;
    wanted = 0;
    origin = Clock.uptimeNanos() + Seeds.phase(PERIOD_NS);
  }
}
