package io.reprise.bench;

/** A clock in a class that is never woven. */
public final class Timer {
  private Timer() {}

  public static long now() {
    return System.nanoTime();
  }
}
