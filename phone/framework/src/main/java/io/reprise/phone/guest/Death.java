package io.reprise.phone.guest;

import android.util.Log;
import io.reprise.phone.time.AppCalls;
import io.reprise.phone.time.PhoneTime;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CompletableFuture;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneReply.Died;

/**
 * An app's death: an exception that nobody catches, on any thread, System.exit,
 * or memory that ran out. Written to the log in Android's form, said once to the
 * supervisor; the process then waits for an Attach or is killed.
 */
public final class Death {
  private static volatile CompletableFuture<Object> future = new CompletableFuture<>();
  private static volatile String sentence = "";
  /** A dead app is being thrown away. */
  private static boolean ending;

  private Death() {}

  /** Unwinds a thread whose app has ended by System.exit. */
  public static final class Exited extends ThreadDeath {}

  static void begin() {
    synchronized (Death.class) {
      ending = false;
      future = new CompletableFuture<>();
    }
    sentence = "";
    Thread.setDefaultUncaughtExceptionHandler(Death::uncaught);
    AppCalls.onExit(Death::exit);
  }

  public static boolean dead() {
    return future.isDone();
  }

  /** Done when the app is dead. */
  static CompletableFuture<Object> future() {
    return future;
  }

  static String sentence() {
    return sentence;
  }

  /** What the loop of main threw. The app's own handler, if it set one, comes first. */
  static void ofMain(Throwable e) {
    if (e instanceof ThreadDeath || dead()) return;
    var handler = Thread.getDefaultUncaughtExceptionHandler();
    try {
      handler.uncaughtException(Thread.currentThread(), e);
    } catch (Throwable again) {
      uncaught(Thread.currentThread(), e);
    }
    if (!dead()) uncaught(Thread.currentThread(), e);
  }

  /** RuntimeInit's handler: logs and kills. */
  static void uncaught(Thread thread, Throwable e) {
    if (e instanceof ThreadDeath || dead() || !MainThread.is(thread) && App.stale(thread)) return;
    StringWriter stack = new StringWriter();
    e.printStackTrace(new PrintWriter(stack));
    String text = Stacks.clean(stack.toString());
    LogLines.add("crash", Log.ERROR, "AndroidRuntime", "FATAL EXCEPTION: " + thread.getName() + "\nProcess: "
        + App.name() + ", PID: " + App.pid() + "\n" + text);
    die(Died.newBuilder()
        .setCause(e instanceof OutOfMemoryError ? Died.Cause.CAUSE_MEMORY : Died.Cause.CAUSE_EXCEPTION)
        .setThread(thread.getName()).setException(e.getClass().getName())
        .setMessage(e.getMessage() == null ? "" : e.getMessage()).setStack(text), e.toString());
  }

  /** System.exit and Process.killProcess; does not return. */
  public static void exit(int status) {
    if (!dead()) {
      die(Died.newBuilder().setCause(Died.Cause.CAUSE_EXIT).setStatus(status)
          .setThread(Thread.currentThread().getName()), "it called System.exit(" + status + ")");
    }
    throw new Exited();
  }

  private static void die(Died.Builder died, String why) {
    sentence = why;
    Inspection.tell();
    News.send(PhoneReply.newBuilder().setDied(died.setUptimeNs(Clock.uptimeNanos())));
    CompletableFuture<Object> life = future;
    life.complete(why);
    PhoneTime.stop();
    // Nothing of the app runs on main any more, until the next one.
    MainThread.handler().postAtFrontOfQueue(() -> rest(life));
  }

  private static void rest(CompletableFuture<Object> life) {
    synchronized (Death.class) {
      while (future == life && !ending) {
        try {
          Death.class.wait();
        } catch (InterruptedException e) {
          // Nobody who counts.
        }
      }
    }
  }

  /** A dead app is thrown away: main is ours again. */
  static void end() {
    synchronized (Death.class) {
      ending = true;
      Death.class.notifyAll();
    }
    MainThread.empty();
    future = new CompletableFuture<>();
  }
}
