package io.reprise.phone.guest.window;

import android.app.ActivityThread;
import android.app.INotificationManager;
import android.app.ITransientNotification;
import android.app.ITransientNotificationCallback;
import android.content.Context;
import android.os.Binder;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.view.View;
import android.view.accessibility.IAccessibilityManager;
import android.widget.Toast;
import android.widget.ToastPresenter;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * The queue of toasts, as the notification service keeps it: one at a time, for
 * its time. A text is shown by Android's own ToastPresenter, as the system does;
 * an app's own view is shown by the app. Main thread, but for {@link #add}.
 */
public final class Toasts {
  private static final int MAX_WAITING = 5;
  private static final long SHORT_MS = 2000;
  private static final long LONG_MS = 3500;

  private static final Toasts INSTANCE = new Toasts();

  /** One toast: a text, or a view that the app shows itself. */
  public record Entry(String packageName, IBinder token, CharSequence text,
      ITransientNotification own, int duration, ITransientNotificationCallback callback) {}

  private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
  private final Runnable timeout = this::next;
  private Entry shown;
  private ToastPresenter presenter;
  private Handler main;

  private Toasts() {}

  public static Toasts get() {
    return INSTANCE;
  }

  public synchronized void reset() {
    waiting.clear();
    shown = null;
    presenter = null;
    main = null;
  }

  /** Puts one at the end of the queue; the same token again changes what waits. Any thread. */
  public synchronized void add(Entry e) {
    waiting.removeIf(w -> w.token == e.token);
    if (waiting.size() >= MAX_WAITING) return;
    waiting.add(e);
    if (main == null) main = new Handler(Looper.getMainLooper());
    if (shown == null || shown.token == e.token) {
      main.removeCallbacks(timeout);
      main.post(timeout);
    }
  }

  /** Takes one away, shown or not. Any thread. */
  public synchronized void cancel(IBinder token) {
    for (Iterator<Entry> i = waiting.iterator(); i.hasNext(); ) if (i.next().token == token) i.remove();
    if (shown == null || shown.token != token) return;
    main.removeCallbacks(timeout);
    main.post(timeout);
  }

  /** Hides the one that is shown, shows the next. */
  private void next() {
    Entry old;
    Entry now;
    synchronized (this) {
      old = shown;
      now = shown = waiting.poll();
      main.removeCallbacks(timeout);
    }
    if (old != null) hide(old);
    if (now == null) return;
    show(now);
    main.postDelayed(timeout, now.duration == Toast.LENGTH_LONG ? LONG_MS : SHORT_MS);
  }

  private void show(Entry e) {
    try {
      if (e.own != null) {
        e.own.show(new Binder());
        return;
      }
      Context context = ActivityThread.currentApplication();
      presenter = new ToastPresenter(context, accessibility(), service(), e.packageName);
      View view = ToastPresenter.getTextToastView(context, e.text);
      int gravity = context.getResources().getInteger(
          com.android.internal.R.integer.config_toastDefaultGravity);
      int y = context.getResources().getDimensionPixelSize(
          com.android.internal.R.dimen.toast_y_offset);
      presenter.show(view, e.token, new Binder(), e.duration, gravity, 0, y, 0, 0, e.callback);
    } catch (android.os.RemoteException x) {
      throw new IllegalStateException(x);
    }
  }

  private void hide(Entry e) {
    try {
      if (e.own != null) e.own.hide();
      else if (presenter != null && presenter.getView() != null) presenter.hide(e.callback);
    } catch (android.os.RemoteException x) {
      throw new IllegalStateException(x);
    }
    presenter = null;
  }

  private static IAccessibilityManager accessibility() {
    return IAccessibilityManager.Stub.asInterface(
        android.os.ServiceManager.getService(Context.ACCESSIBILITY_SERVICE));
  }

  /** What Toast talks to. */
  public static INotificationManager service() {
    return SERVICE;
  }

  private static final INotificationManager SERVICE = (INotificationManager) Proxy.newProxyInstance(
      INotificationManager.class.getClassLoader(), new Class<?>[] {INotificationManager.class},
      (self, m, a) -> {
        switch (m.getName()) {
          case "enqueueTextToast" -> get().add(new Entry((String) a[0], (IBinder) a[1],
              (CharSequence) a[2], null, (int) a[3], (ITransientNotificationCallback) a[6]));
          case "enqueueToast" -> {
            get().add(new Entry((String) a[0], (IBinder) a[1], null, (ITransientNotification) a[2],
                (int) a[3], null));
            return true;
          }
          case "cancelToast" -> get().cancel((IBinder) a[1]);
          case "asBinder" -> {
            return new Binder();
          }
          default -> {}
        }
        return org.robolectric.util.ReflectionHelpers.defaultValueForType(
            m.getReturnType().getName());
      });
}
