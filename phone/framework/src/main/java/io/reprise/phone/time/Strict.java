package io.reprise.phone.time;

/**
 * Told before an app's calls of the JDK that Android's StrictMode wants to know
 * of: on a phone the runtime tells it (libcore's BlockGuardOs). Any thread.
 */
public final class Strict {
  /** Who wants to know. What it throws goes to the app. */
  public interface Policy {
    void onRead();

    void onWrite();

    void onNetwork();
  }

  private static volatile Policy policy;

  private Strict() {}

  public static void to(Policy wanted) {
    policy = wanted;
  }

  /** A file is read, or asked for. */
  public static void read() {
    Policy p = policy;
    if (p != null) p.onRead();
  }

  /** A file is written, made or deleted. */
  public static void write() {
    Policy p = policy;
    if (p != null) p.onWrite();
  }

  /** Somebody elsewhere is called. */
  public static void network() {
    Policy p = policy;
    if (p != null) p.onNetwork();
  }
}
