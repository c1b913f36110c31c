package io.reprise.phone.guest;

import android.os.Handler;
import android.os.Looper;
import android.os.MessageQueue;
import io.reprise.phone.host.Refusal;
import io.reprise.phone.time.PhoneTime;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.util.ReflectionHelpers;

/**
 * The app's main thread, with the framework's own loop. One for the life of the
 * process: what kills an app ends what it was doing, not the thread.
 */
public final class MainThread {
  private static Thread thread;
  private static volatile Handler handler;

  private MainThread() {}

  static void start() {
    // A looper that died of an exception would take no message any more.
    ReflectionHelpers.setStaticField(ShadowPausedLooper.class, "ignoreUncaughtExceptions", true);
    CountDownLatch ready = new CountDownLatch(1);
    thread = new Thread(() -> {
      PhoneTime.adopt();
      Looper.prepareMainLooper();
      ready.countDown();
      while (true) {
        try {
          Looper.loop();
        } catch (Throwable e) {
          Death.ofMain(e);
        }
        // As after prepare: the loop was left by an exception.
        ReflectionHelpers.setField(Looper.myLooper(), "mInLoop", false);
      }
    }, "main");
    thread.setContextClassLoader(MainThread.class.getClassLoader());
    thread.start();
    try {
      ready.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Watchdog.start();
    LogLines.start();
    // Asynchronous: passes the barriers that wait for a frame.
    handler = Handler.createAsync(Looper.getMainLooper());
  }

  /** The handler of the thread made at boot; it outlives every app. */
  public static Handler handler() {
    return handler;
  }

  public static Thread thread() {
    return thread;
  }

  static boolean is(Thread t) {
    return t == thread;
  }

  /** Forgets all messages. */
  static void empty() {
    MessageQueue queue = Looper.getMainLooper().getQueue();
    synchronized (queue) {
      ReflectionHelpers.callInstanceMethod(queue, "removeAllMessagesLocked");
    }
  }

  /** Runs ours on main and waits; its exception is thrown here. An app that dies meanwhile ends the wait. */
  public static <T> T call(Callable<T> work) {
    if (Thread.currentThread() == thread) {
      try {
        return work.call();
      } catch (Exception e) {
        throw sneak(e);
      }
    }
    CompletableFuture<T> done = new CompletableFuture<>();
    Clock.idle();
    handler.post(() -> {
      try {
        done.complete(work.call());
      } catch (Throwable e) {
        done.completeExceptionally(e);
      }
    });
    return await(done);
  }

  /** Runs what is the app's on main and waits: its exception kills the app, as on a phone. */
  public static void run(Runnable work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Clock.idle();
    handler.post(() -> {
      work.run();
      done.complete(null);
    });
    await(done);
  }

  private static <T> T await(CompletableFuture<T> done) {
    try {
      CompletableFuture.anyOf(done, Death.future()).get();
      if (!done.isDone()) throw new Refusal("the app died: " + Death.sentence());
      return done.get();
    } catch (ExecutionException e) {
      throw sneak(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException sneak(Throwable e) throws E {
    throw (E) e;
  }
}
