package io.reprise.phone.time;

/**
 * Whether a Java debugger is at the process. It may stop any thread for as long
 * as a person thinks: who watches over threads lets it.
 */
public final class Debugger {
  private static volatile boolean connected;
  private static volatile long sinceNs;

  private Debugger() {}

  /** It comes, or goes. */
  public static void set(boolean isConnected) {
    sinceNs = System.nanoTime();
    connected = isConnected;
  }

  public static boolean isConnected() {
    return connected;
  }

  /** Of the host's time, since it came. */
  public static long sinceMs() {
    return (System.nanoTime() - sinceNs) / 1_000_000;
  }
}
