// What woven code calls: the contract of docs/architecture/weave.md.
//
// Nothing but what the app is to see is thrown from here. When the runtime
// fails it switches itself off, says so on the tape, and the app goes on.
//
// Threads: any.
package io.reprise.runtime;

import java.io.File;
import java.io.IOException;

public final class Hooks {
  /** Woven code tests this first. A thread may see a change late. */
  public static boolean on;

  private static volatile Session session;
  private static final StringBuilder EARLY_PLANS = new StringBuilder(); // guarded by itself

  private Hooks() {}

  /** Before the call or the body. Null: go on as if nothing was woven. */
  public static Call enter(int point, Object self, Object[] args) {
    Session current = session;
    if (current == null) {
      return null;
    }
    ThreadState thread = current.thread();
    if (thread.inside) {
      return null;
    }
    thread.inside = true;
    try {
      return current.enter(thread, point, self, args);
    } catch (Throwable e) {
      switchOff(current, e);
      return null;
    } finally {
      thread.inside = false;
    }
  }

  /** Whether the runtime answers instead of the call or the body. */
  public static boolean answered(Call call) {
    return call.answered;
  }

  /** Only when it does: the result, or throws what the call is to throw. */
  public static Object answer(Call call) {
    Session current = session;
    ThreadState thread = call.thread;
    if (thread.session == current) {
      thread.inside = true;
      try {
        current.answer(thread, call);
      } catch (Throwable e) {
        switchOff(current, e);
      } finally {
        thread.inside = false;
      }
    }
    if (call.thrown != null) {
      Throwables.<RuntimeException>sneak(call.thrown);
    }
    return call.result;
  }

  /** After it: gives the result to go on with, or throws. */
  public static Object leave(Call call, Object result) {
    Session current = session;
    ThreadState thread = call.thread;
    if (thread.session != current) {
      return result; // it ended meanwhile
    }
    thread.inside = true;
    try {
      return current.leave(thread, call, result);
    } catch (Throwable e) {
      switchOff(current, e);
      return result;
    } finally {
      thread.inside = false;
    }
  }

  /** After it threw: throws (the same or another), or gives a result. */
  public static Object fail(Call call, Throwable thrown) {
    Session current = session;
    ThreadState thread = call.thread;
    if (thread.session == current) {
      thread.inside = true;
      try {
        current.fail(thread, call, thrown);
      } catch (Throwable e) {
        switchOff(current, e);
      } finally {
        thread.inside = false;
      }
    }
    Throwables.<RuntimeException>sneak(thrown);
    return null;
  }

  /** Further points, from a weaver that comes later than the APK's. */
  public static void addPlan(String text) {
    Session current = session;
    if (current == null) {
      synchronized (EARLY_PLANS) {
        EARLY_PLANS.append(text).append('\n');
      }
      Start.load(); // an agent's plan may be the first that is heard of us
      return;
    }
    ThreadState thread = current.thread();
    boolean before = thread.inside;
    thread.inside = true;
    try {
      current.addPlan(text);
    } catch (BadTape | RuntimeException e) {
      switchOff(current, e);
    } finally {
      thread.inside = before;
    }
  }

  /** Begins to record or replay, as the folder's session.txt says. */
  static void begin(File folder, String process, ClassLoader loader)
      throws IOException, BadTape {
    Session fresh = new Session(folder, process);
    fresh.setLoader(loader);
    String plans;
    synchronized (EARLY_PLANS) {
      plans = EARLY_PLANS.toString();
      EARLY_PLANS.setLength(0);
    }
    fresh.addPlan(plans);
    session = fresh;
    on = true;
  }

  static Session session() {
    return session;
  }

  /** Ends the run: says what was missing and closes the tape. */
  public static void finish() {
    Session current = session;
    if (current == null) {
      return;
    }
    ThreadState thread = current.thread();
    thread.inside = true;
    try {
      current.finish();
    } catch (RuntimeException e) {
      switchOff(current, e);
    } finally {
      thread.inside = false;
      on = false;
      session = null;
    }
  }

  private static void switchOff(Session current, Throwable why) {
    on = false;
    session = null;
    try {
      current.switchOff(why);
    } catch (Throwable e) {
      // There is nobody left to tell.
    }
  }
}
