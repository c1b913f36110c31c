package io.reprise.phone.guest;

import io.reprise.phone.time.Debugger;
import io.reprise.phone.time.PhoneTime;
import java.util.Map;
import java.util.WeakHashMap;
import reprise.Phone.PhoneReply;

/**
 * The log: lines are gathered and sent before each answer and each other news,
 * and when there are many, so that a chatty app costs few messages. On the real
 * clock an app goes on when nobody asks it, so they wait for SOON at most there;
 * with a debugger, which may stop all threads after any line, for nothing.
 */
public final class LogLines {
  private static final int MANY = 64;
  private static final long SOON_MS = 20;
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
    synchronized (LogLines.class) {
      String message = text == null ? "null" : Stacks.clean(text);
      if (message.endsWith("\n")) message = message.substring(0, message.length() - 1);
      if (message.length() > LONGEST && !"crash".equals(buffer)) message = message.substring(0, LONGEST);
      lines.addLines(PhoneReply.Log.Line.newBuilder()
          .setUptimeNs(Clock.uptimeNanos()).setRealtimeNs(Clock.realtimeNanos())
          .setTid(tid(Thread.currentThread())).setBuffer(buffer).setPriority(priority)
          .setTag(tag == null ? "" : tag).setText(message));
      if (lines.getLinesCount() >= MANY || Debugger.isConnected()) {
        flush();
      } else if (!PhoneTime.isVirtual()) {
        LogLines.class.notifyAll();
      }
    }
  }

  /** Sends what an app says on the real clock; called once. */
  static void start() {
    Thread t = new Thread(LogLines::sendSoon, "phone-log");
    t.setContextClassLoader(LogLines.class.getClassLoader());
    t.setDaemon(true);
    t.start();
  }

  private static void sendSoon() {
    try {
      while (true) {
        synchronized (LogLines.class) {
          while (lines.getLinesCount() == 0 || PhoneTime.isVirtual()) LogLines.class.wait();
        }
        Thread.sleep(SOON_MS);
        flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
