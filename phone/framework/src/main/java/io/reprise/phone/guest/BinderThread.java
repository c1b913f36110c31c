package io.reprise.phone.guest;

import android.os.Handler;
import android.os.HandlerThread;

/**
 * The thread on which an app's process is called by services of the system: a
 * thread of the app, as a binder's are, since code of the app may run on it.
 */
public final class BinderThread {
  private static HandlerThread thread;
  private static Handler handler;

  private BinderThread() {}

  static synchronized void begin() {
    thread = null;
    handler = null;
  }

  /** A service may call the app back: made by one of the app's own threads, so that it is one. */
  public static synchronized void want() {
    if (thread != null) return;
    thread = new HandlerThread("Binder:" + App.pid() + "_1");
    thread.start();
    handler = new Handler(thread.getLooper());
  }

  /** Runs it there; nothing if nobody wanted it. Any thread. */
  public static void post(Runnable work) {
    Handler to;
    synchronized (BinderThread.class) {
      to = handler;
    }
    if (to != null) to.post(work);
  }
}
