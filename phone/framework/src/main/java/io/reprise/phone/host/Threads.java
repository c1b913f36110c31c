package io.reprise.phone.host;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Stacks of all threads as Android writes them on `kill -3`; also while the app hangs. */
public final class Threads {
  private Threads() {}

  /** Threads of the process that are no part of the app. */
  public static boolean ours(Thread t) {
    ThreadGroup g = t.getThreadGroup();
    return t.getName().startsWith("phone-") || g == null || g.getName().equals("system")
        || t.getName().equals("DestroyJavaVM") || t.getName().startsWith("SDK ");
  }

  static String dump() {
    Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
    List<Thread> threads = new ArrayList<>(all.keySet());
    threads.removeIf(Threads::ours);
    threads.sort(Comparator.comparing((Thread t) -> !t.getName().equals("main"))
        .thenComparingLong(Thread::getId));
    StringBuilder text = new StringBuilder("DALVIK THREADS (" + threads.size() + "):\n");
    int tid = 1;
    for (Thread t : threads) {
      text.append('"').append(t.getName()).append('"').append(t.isDaemon() ? " daemon" : "")
          .append(" prio=").append(t.getPriority()).append(" tid=").append(tid++).append(' ')
          .append(state(t)).append('\n');
      text.append(waits(t)).append(stack(all.get(t))).append('\n');
    }
    return text.toString();
  }

  /** What it waits for, and which of the threads has that. */
  private static String waits(Thread t) {
    try {
      Field tid = Thread.class.getDeclaredField("tid"); // getId gives the phone's
      tid.setAccessible(true);
      ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(tid.getLong(t));
      if (info == null || info.getLockName() == null || t.getState() != Thread.State.BLOCKED) return "";
      return "  - waiting to lock <" + info.getLockName() + "> held by thread \"" + info.getLockOwnerName() + "\"\n";
    } catch (ReflectiveOperationException e) {
      return "";
    }
  }

  /** The lines of a stack, as in a dump. */
  public static String stack(StackTraceElement[] frames) {
    StringBuilder text = new StringBuilder();
    for (StackTraceElement e : frames) {
      if (e.getMethodName().startsWith("$$robo$$")) {
        String m = e.getMethodName();
        text.append("  at ").append(e.getClassName()).append('.').append(m.substring(m.lastIndexOf('$') + 1));
        text.append('(').append(e.getFileName()).append(':').append(e.getLineNumber()).append(")\n");
      } else {
        String place = e.isNativeMethod() ? "Native method"
            : e.getFileName() == null ? "unavailable" : e.getFileName() + ":" + e.getLineNumber();
        text.append("  at ").append(e.getClassName()).append('.').append(e.getMethodName())
            .append('(').append(place).append(")\n");
      }
    }
    return text.toString();
  }

  private static String state(Thread t) {
    return switch (t.getState()) {
      case RUNNABLE -> "Runnable";
      case BLOCKED -> "Blocked";
      case WAITING -> "Waiting";
      case TIMED_WAITING -> "TimedWaiting";
      case NEW -> "Starting";
      case TERMINATED -> "Terminated";
    };
  }
}
