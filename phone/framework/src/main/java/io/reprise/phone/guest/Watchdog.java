package io.reprise.phone.guest;

import android.os.Looper;
import android.os.Message;
import android.util.Log;
import io.reprise.phone.guest.activity.ActivityRecord;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.host.Threads;
import io.reprise.phone.time.Debugger;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.robolectric.util.ReflectionHelpers;
import reprise.Phone.PhoneReply;

/**
 * Says when main does not come back from a message for five seconds: of its own
 * CPU time if it computes (so that a loaded host makes no difference), of the
 * host's time if it waits for something.
 */
final class Watchdog {
  private static final long LIMIT_NS = 5_000_000_000L;
  private static final long POLL_MS = 250;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Number of the message that main works on; 0 = none. */
  private static volatile long working;
  private static long count;

  private Watchdog() {}

  /** Watches the loop of main from now on; called once, not on main. */
  static void start() {
    Looper.setObserver(new Looper.Observer() {
      @Override
      public Object messageDispatchStarting() {
        if (Looper.myLooper() == Looper.getMainLooper()) working = ++count;
        return null;
      }

      @Override
      public void messageDispatched(Object token, Message message) {
        if (Looper.myLooper() == Looper.getMainLooper()) working = 0;
      }

      @Override
      public void dispatchingThrewException(Object token, Message message, Exception e) {
        if (Looper.myLooper() == Looper.getMainLooper()) working = 0;
      }
    });
    Thread t = new Thread(Watchdog::watch, "phone-watchdog");
    t.setContextClassLoader(Watchdog.class.getClassLoader());
    t.setDaemon(true);
    t.start();
  }

  private static void watch() {
    // The number that the JVM knows it by; getId gives the phone's.
    long main = ReflectionHelpers.<Long>getField(MainThread.thread(), "tid");
    long seen = 0;
    long cpu = 0;
    long waited = 0;
    long last = System.nanoTime();
    boolean said = false;
    while (true) {
      try {
        Thread.sleep(POLL_MS);
      } catch (InterruptedException e) {
        return;
      }
      long now = System.nanoTime();
      if (Debugger.isConnected()) {
        // Main may be stopped for as long as a person thinks.
        seen = 0;
        last = now;
        continue;
      }
      if (working != seen) {
        seen = working;
        cpu = THREADS.getThreadCpuTime(main);
        waited = 0;
        said = false;
      } else if (seen != 0 && MainThread.thread().getState() != Thread.State.RUNNABLE) {
        waited += now - last;
      }
      last = now;
      if (seen == 0 || said || Death.dead()) continue;
      long used = THREADS.getThreadCpuTime(main) - cpu;
      if (used >= LIMIT_NS || waited >= LIMIT_NS) {
        said = true;
        say(Math.max(used, waited));
      }
    }
  }

  private static void say(long ns) {
    StackTraceElement[] frames = MainThread.thread().getStackTrace();
    ActivityRecord top = Tasks.get().top();
    String activity = top == null ? "" : top.toString();
    String reason = "Input dispatching timed out (" + (activity.isEmpty() ? App.name() : activity)
        + " is not responding. Waited " + ns / 1_000_000 + "ms)";
    LogLines.add("system", Log.ERROR, "ActivityManager", "ANR in " + App.name()
        + (activity.isEmpty() ? "" : " (" + activity + ")") + "\nPID: " + App.pid() + "\nReason: " + reason);
    News.send(PhoneReply.newBuilder().setAnr(PhoneReply.Anr.newBuilder().setReason(reason).setActivity(activity)
        .setStack(Threads.stack(frames)).setWaitedNs(ns)));
  }
}
