package io.reprise.phone.guest.app;

import java.util.concurrent.Callable;

/**
 * Says who calls: the phone's own screens run in the app's process and ask the
 * system's providers for more than the app may. Any thread.
 */
public final class AsSystem {
  private static final ThreadLocal<Integer> DEPTH =
      ThreadLocal.withInitial(() -> 0);

  private AsSystem() {}

  /** True while the thread calls for the system. */
  public static boolean calls() {
    return DEPTH.get() > 0;
  }

  /** Calls for the system. */
  public static <T> T get(Callable<T> work) throws Exception {
    DEPTH.set(DEPTH.get() + 1);
    try {
      return work.call();
    } finally {
      DEPTH.set(DEPTH.get() - 1);
    }
  }

  /** Calls what throws nothing that has to be declared. */
  public static <T> T ask(Callable<T> work) {
    try {
      return get(work);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
