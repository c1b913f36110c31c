package io.reprise.phone.guest;

import android.os.AsyncTask;
import android.os.Looper;
import io.reprise.phone.host.AppLoader;
import io.reprise.phone.time.PhoneTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.robolectric.shadows.ShadowLooper;
import org.robolectric.res.android.NativeObjRegistry;
import org.robolectric.res.android.Registries;
import org.robolectric.util.ReflectionHelpers;

/** What an app leaves in the process beside its objects: threads, and pools of the framework. */
final class Leftovers {
  /** How long threads get to end, of the host's time. */
  private static final long PATIENCE_NS = 200_000_000;

  private static final Class<?> QUEUED_WORK =
      ReflectionHelpers.loadClass(Leftovers.class.getClassLoader(), "android.app.QueuedWork");

  private static final Class<?> NETWORK_RULES =
      ReflectionHelpers.loadClass(Leftovers.class.getClassLoader(), "android.security.net.config.ApplicationConfig");

  /**
   * Fields of the framework that hold classes or constructors of the app by their names alone: the
   * next app, or the same one anew, has other classes of these names.
   */
  private static final String[][] BY_NAME = {
    {"android.app.Fragment", "sClassMap"},
    {"android.graphics.drawable.DrawableInflater", "CONSTRUCTOR_MAP"},
    {"android.preference.GenericInflater", "sConstructorMap"},
    {"android.transition.TransitionInflater", "sConstructors"},
    {"android.view.LayoutInflater", "sConstructorMap"},
  };

  private Leftovers() {}

  private static void forgetClasses() {
    for (String[] field : BY_NAME) {
      Class<?> type = ReflectionHelpers.loadClass(Leftovers.class.getClassLoader(), field[0]);
      Map<?, ?> known = ReflectionHelpers.getStaticField(type, field[1]);
      synchronized (known) {
        known.clear();
      }
    }
  }

  /** Static fields as when the class was loaded; Robolectric's instrumentation keeps the code for it. */
  private static void again(Class<?> type) {
    ReflectionHelpers.callStaticMethod(type, "__staticInitializer__");
  }

  /**
   * Forgets the old app's themes, which are freed late or never. Numbers go on:
   * a finalizer of an old theme must not free a new one.
   */
  private static void themes() {
    NativeObjRegistry<?> registry = Registries.NATIVE_THEME9_REGISTRY;
    synchronized (registry) {
      long next = ReflectionHelpers.<Number>getField(registry, "nextId").longValue();
      registry.clear();
      ReflectionHelpers.setField(registry, "nextId", next);
    }
  }

  /** Ends them; the names of those that go on. They hold nothing that the next app sees. */
  static List<String> end() {
    ((ExecutorService) AsyncTask.THREAD_POOL_EXECUTOR).shutdownNow();
    again(AsyncTask.class);
    ReflectionHelpers.setStaticField(QUEUED_WORK, "sHandler", null);
    again(QUEUED_WORK);
    // Else the next app's are compared with them, which it logs ("nsconfig"), and
    // a process that ran only the rehearsal would differ from one that ran the app.
    ReflectionHelpers.setStaticField(NETWORK_RULES, "sInstance", null);
    Clock.idle();
    List<String> left = PhoneTime.abandon(
        t -> MainThread.is(t) || !(t.getContextClassLoader() instanceof AppLoader), PATIENCE_NS);
    // A loop that did not quit would keep its messages, and they the app.
    for (Looper looper : ShadowLooper.getAllLoopers()) {
      if (!looper.getThread().isAlive()) {
        ReflectionHelpers.callInstanceMethod(looper.getQueue(), "dispose");
      }
    }
    io.reprise.phone.time.Android.dropEnded();
    // What main has yet to do was the old app's; it is idle.
    MainThread.empty();
    themes();
    forgetClasses();
    return left;
  }
}
