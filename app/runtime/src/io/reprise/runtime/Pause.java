// Waiting inside the runtime, which an interrupt of the app's thread neither
// ends nor gets lost in.
package io.reprise.runtime;

import java.util.concurrent.locks.LockSupport;

final class Pause {
  private Pause() {}

  /** Returns when System.nanoTime() is `time` or more. */
  static void until(long time) {
    boolean interrupted = false;
    for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
      LockSupport.parkNanos(left);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
