package io.reprise.phone.guest.window;

import android.app.ActivityThread;
import android.graphics.HardwareRenderer;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.view.IWindow;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;
import io.reprise.phone.guest.keyboard.InputMethods;
import io.reprise.phone.guest.surface.SurfaceViews;
import io.reprise.phone.guest.surface.Surfaces;
import io.reprise.phone.host.FrameFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.robolectric.util.ReflectionHelpers;

/**
 * All windows of the process: which lies above which, which can be seen, and
 * which has the focus, as WindowManagerService decides it. Windows may come from
 * any thread that has a looper; everything here holds one lock, never while the
 * app's code runs.
 */
public final class Windows {
  private static final Windows INSTANCE = new Windows();

  private final List<PhoneWindow> all = new ArrayList<>();
  private final Runnable update = this::updateFocus;
  private ToIntFunction<IBinder> order = token -> 0;
  private Handler main;
  private int count;
  private boolean waiting;
  private PhoneWindow focused;

  private Windows() {}

  public static Windows get() {
    return INSTANCE;
  }

  /**
   * Begins with an app, on main. `order` is the place of an activity's token
   * among all activities, lowest first; below 0 = it is not there.
   */
  public synchronized void install(ToIntFunction<IBinder> order) {
    this.order = order;
    // Animations of render nodes are driven by frames, not by a thread of their own.
    HardwareRenderer.setRtAnimationsEnabled(false);
    Fresh.make();
    InputMethods.get().begin();
    FrameFile.get().onRead(Screen.get()::read);
  }

  /** True if the activity's window is shown and was drawn. */
  public synchronized boolean drawn(IBinder activity) {
    for (PhoneWindow w : all) if (w.drawn && w.attrs.token == activity && isVisible(w)) return true;
    return false;
  }

  /** Main thread: true if a window is going to draw itself in the next frame. */
  synchronized boolean wantFrame() {
    for (PhoneWindow w : all) if (w.root.mTraversalScheduled && isVisible(w)) return true;
    return false;
  }

  /** Forgets everything: a new app begins. */
  public synchronized void reset() {
    all.clear();
    count = 0;
    focused = null;
    waiting = false;
    main = null;
    SystemBars.get().reset();
    Toasts.get().reset();
    Shade.get().reset();
    TouchMode.get().set(true);
    InputMethods.get().reset();
    Surfaces.reset();
    SurfaceViews.reset();
    Screen.get().reset();
  }

  synchronized PhoneWindow open(IWindow client, ViewRootImpl root, LayoutParams attrs) {
    PhoneWindow parent = null;
    if (attrs.type >= LayoutParams.FIRST_SUB_WINDOW && attrs.type <= LayoutParams.LAST_SUB_WINDOW) {
      parent = find(attrs.token);
    }
    PhoneWindow w = new PhoneWindow(++count, client, root, parent);
    w.attrs.copyFrom(attrs);
    all.add(w);
    return w;
  }

  synchronized void close(PhoneWindow w) {
    all.remove(w);
    changed();
  }

  /** True if it is the token of an activity that is there. */
  synchronized boolean isActivity(IBinder token) {
    return token != null && order.applyAsInt(token) >= 0;
  }

  synchronized PhoneWindow find(IBinder token) {
    for (PhoneWindow w : all) if (w.client.asBinder() == token) return w;
    return null;
  }

  synchronized PhoneWindow find(ViewRootImpl root) {
    for (PhoneWindow w : all) if (w.root == root) return w;
    return null;
  }

  /** All windows, lowest first, also those that cannot be seen. */
  public synchronized List<PhoneWindow> stack() {
    List<PhoneWindow> tops = new ArrayList<>();
    for (PhoneWindow w : all) if (w.parent == null) tops.add(w);
    tops.sort(Comparator.<PhoneWindow>comparingInt(w -> w.isSystem() ? w.attrs.type : 0)
        .thenComparingInt(w -> w.isSystem() ? 0 : order.applyAsInt(w.attrs.token))
        .thenComparingInt(w -> w.attrs.type == LayoutParams.TYPE_BASE_APPLICATION ? 0 : 1)
        .thenComparingInt(w -> w.number));
    List<PhoneWindow> stack = new ArrayList<>(all.size());
    for (PhoneWindow w : tops) append(stack, w);
    return stack;
  }

  /** A window with its sub-windows: those for media below it, the others above. */
  private void append(List<PhoneWindow> to, PhoneWindow w) {
    List<PhoneWindow> subs = new ArrayList<>();
    for (PhoneWindow s : all) if (s.parent == w) subs.add(s);
    subs.sort(Comparator.<PhoneWindow>comparingInt(s -> layer(s.attrs.type))
        .thenComparingInt(s -> s.number));
    boolean added = false;
    for (PhoneWindow s : subs) {
      if (!added && layer(s.attrs.type) >= 0) {
        to.add(w);
        added = true;
      }
      append(to, s);
    }
    if (!added) to.add(w);
  }

  private static int layer(int type) {
    if (type == LayoutParams.TYPE_APPLICATION_MEDIA) return -2;
    if (type == LayoutParams.TYPE_APPLICATION_MEDIA_OVERLAY) return -1;
    if (type == LayoutParams.TYPE_APPLICATION_SUB_PANEL) return 2;
    return type == LayoutParams.TYPE_APPLICATION_ABOVE_SUB_PANEL ? 3 : 1;
  }

  /** The windows that are on the screen, lowest first. */
  public List<PhoneWindow> visible() {
    List<PhoneWindow> r = new ArrayList<>();
    for (PhoneWindow w : stack()) if (isVisible(w)) r.add(w);
    return r;
  }

  /** True if it is laid out and shown, and its activity is started. */
  public boolean isVisible(PhoneWindow w) {
    for (PhoneWindow p = w; p != null; p = p.parent) {
      View v = p.view();
      if (!p.placed || v == null || p.viewVisibility != View.VISIBLE) return false;
    }
    IBinder activity = w.activity();
    return activity == null || isShown(activity);
  }

  /** True while an activity is between onStart and onStop. */
  private static boolean isShown(IBinder token) {
    ActivityThread thread = ActivityThread.currentActivityThread();
    var record = thread == null ? null : thread.getActivityClient(token);
    return record != null && !ReflectionHelpers.<Boolean>getField(record, "stopped");
  }

  /** The window that gets keys; null = none. */
  public synchronized PhoneWindow focused() {
    return focused != null && all.contains(focused) ? focused : null;
  }

  /** Says that order, visibility or flags may have changed. Any thread. */
  public synchronized void changed() {
    Screen.get().stale();
    if (waiting) return;
    waiting = true;
    if (main == null) main = Handler.createAsync(Looper.getMainLooper());
    main.post(update);
  }

  /** Main thread: takes the focus from one window and gives it to another. */
  private void updateFocus() {
    PhoneWindow old;
    PhoneWindow next = null;
    synchronized (this) {
      waiting = false;
      old = focused();
      List<PhoneWindow> visible = visible();
      for (int i = visible.size() - 1; i >= 0 && next == null; i--) {
        if (visible.get(i).focusable()) next = visible.get(i);
      }
      focused = next;
    }
    SystemBars.get().update();
    if (next == null || !LayoutParams.mayUseInputMethod(next.attrs.flags)) InputMethods.get().dismiss();
    if (old == next) return;
    if (old != null) old.root.windowFocusChanged(false);
    if (next != null) next.root.windowFocusChanged(true);
  }
}
