package io.reprise.phone.guest;

import android.os.SystemClock;
import java.util.Map;
import java.util.WeakHashMap;
import reprise.Phone.PhoneReply;

/**
 * The log: lines are gathered and sent before each answer and each other news,
 * and when there are many, so that a chatty app costs few messages.
 */
public final class LogLines {
  private static final int MANY = 64;
  /** Longest text of a line; Android cuts at about as much. */
  private static final int LONGEST = 4000;

  private static PhoneReply.Log.Builder lines = PhoneReply.Log.newBuilder();
  private static final Map<Thread, Integer> TIDS = new WeakHashMap<>();
  private static int pid;
  private static int lastTid;

  private LogLines() {}

  /** A new app: its process id is that of its main thread. */
  static synchronized void begin(int newPid) {
    pid = newPid;
    lastTid = newPid;
    TIDS.clear();
  }

  /** Adds a line of the calling thread. */
  public static void add(String buffer, int priority, String tag, String text) {
    if (!MainThread.is(Thread.currentThread()) && App.stale(Thread.currentThread())) return;
    PhoneReply.Log.Builder full = null;
    synchronized (LogLines.class) {
      String message = text == null ? "null" : Stacks.clean(text);
      if (message.endsWith("\n")) message = message.substring(0, message.length() - 1);
      if (message.length() > LONGEST && !"crash".equals(buffer)) message = message.substring(0, LONGEST);
      lines.addLines(PhoneReply.Log.Line.newBuilder()
          .setUptimeNs(Clock.uptimeNanos()).setRealtimeNs(Clock.realtimeNanos())
          .setTid(tid(Thread.currentThread())).setBuffer(buffer).setPriority(priority)
          .setTag(tag == null ? "" : tag).setText(message));
      if (lines.getLinesCount() >= MANY) {
        full = lines;
        lines = PhoneReply.Log.newBuilder();
      }
      if (full != null) News.log(full);
    }
  }

  /** The id that the log gives a thread. */
  public static synchronized int tid(Thread t) {
    if (MainThread.is(t)) return pid;
    Integer known = TIDS.get(t);
    if (known == null) TIDS.put(t, known = ++lastTid);
    return known;
  }

  /** Sends what is there. */
  static synchronized void flush() {
    if (lines.getLinesCount() == 0) return;
    PhoneReply.Log.Builder full = lines;
    lines = PhoneReply.Log.newBuilder();
    News.log(full);
  }
}
