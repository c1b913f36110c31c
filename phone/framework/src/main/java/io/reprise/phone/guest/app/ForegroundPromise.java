package io.reprise.phone.guest.app;

import android.app.RemoteServiceException;
import io.reprise.phone.guest.Death;
import io.reprise.phone.guest.MainThread;
import java.util.HashMap;
import java.util.Map;

/** Who calls startForegroundService must call startForeground soon, or is killed. */
final class ForegroundPromise {
  private static final long LIMIT_MS = 30_000;
  private static final Map<ServiceRecord, Runnable> OPEN = new HashMap<>();

  private ForegroundPromise() {}

  static synchronized void expect(ServiceRecord r) {
    if (OPEN.containsKey(r)) return;
    Runnable broken = () -> {
      synchronized (ForegroundPromise.class) {
        if (OPEN.remove(r) == null || Death.dead()) return;
      }
      throw new RemoteServiceException.ForegroundServiceDidNotStartInTimeException(
          "Context.startForegroundService() did not then call Service.startForeground(): ServiceRecord{"
              + r.name.flattenToShortString() + "}", null);
    };
    OPEN.put(r, broken);
    MainThread.handler().postDelayed(broken, LIMIT_MS);
  }

  static synchronized void kept(ServiceRecord r) {
    Runnable broken = OPEN.remove(r);
    if (broken != null) MainThread.handler().removeCallbacks(broken);
  }

  static synchronized void reset() {
    for (Runnable r : OPEN.values()) MainThread.handler().removeCallbacks(r);
    OPEN.clear();
  }
}
