package io.reprise.phone.guest;

import android.os.AsyncTask;
import io.reprise.phone.host.AppLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.robolectric.util.ReflectionHelpers;

/** What an app leaves in the process beside its objects: threads, and pools of the framework. */
final class Leftovers {
  /** How long threads get to end when they are interrupted. */
  private static final long PATIENCE_MS = 20;

  private Leftovers() {}

  /** Ends them; the names of those that go on. They hold nothing that the next app sees. */
  static List<String> end() {
    ((ExecutorService) AsyncTask.THREAD_POOL_EXECUTOR).shutdownNow();
    ReflectionHelpers.callStaticMethod(AsyncTask.class, "__staticInitializer__");
    List<Thread> stale = new ArrayList<>();
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      if (!MainThread.is(t) && t.getContextClassLoader() instanceof AppLoader) stale.add(t);
    }
    for (Thread t : stale) t.interrupt();
    long until = System.nanoTime() + PATIENCE_MS * 1_000_000;
    List<String> left = new ArrayList<>();
    for (Thread t : stale) {
      try {
        long ms = (until - System.nanoTime()) / 1_000_000;
        if (ms > 0) t.join(ms);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (t.isAlive()) left.add(t.getName());
    }
    return left;
  }
}
