package io.reprise.phone.guest.window;

import android.graphics.Rect;
import android.os.Binder;
import android.util.MergedConfiguration;
import android.view.IWindow;
import android.view.IWindowSession;
import android.view.InsetsSourceControl;
import android.view.InsetsState;
import android.view.SurfaceControl;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowInsets.Type;
import android.view.WindowLayout;
import android.view.WindowManagerGlobal;
import android.view.WindowManager.LayoutParams;
import android.window.ClientWindowFrames;
import io.reprise.phone.guest.keyboard.InputMethods;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;

/**
 * What a window says to the window manager (IWindowSession). Frames are computed
 * by Android's own WindowLayout, from the insets of our system bars; no surface is
 * handed out, since a window is drawn by {@link Compositor}.
 */
public final class WindowSession {
  /** WindowManagerGlobal.ADD_FLAG_*. */
  private static final int ADD_IN_TOUCH_MODE = 1;
  private static final int ADD_APP_VISIBLE = 2;
  private static final int ADD_USE_BLAST = 8;

  private static final WindowSession INSTANCE = new WindowSession();

  private final WindowLayout layout = new WindowLayout();
  private final IWindowSession binder = (IWindowSession) Proxy.newProxyInstance(
      IWindowSession.class.getClassLoader(), new Class<?>[] {IWindowSession.class}, this::call);

  private WindowSession() {}

  public static WindowSession get() {
    return INSTANCE;
  }

  public IWindowSession binder() {
    return binder;
  }

  private Object call(Object self, Method m, Object[] a) {
    return switch (m.getName()) {
      case "addToDisplayAsUser" -> add((IWindow) a[0], (LayoutParams) a[1], (int) a[2], (int) a[5],
          (InsetsState) a[7], (Rect) a[9]);
      case "addToDisplay" -> add((IWindow) a[0], (LayoutParams) a[1], (int) a[2], (int) a[4],
          (InsetsState) a[6], (Rect) a[8]);
      case "addToDisplayWithoutInputChannel" -> add((IWindow) a[0], (LayoutParams) a[1], (int) a[2],
          0, (InsetsState) a[4], (Rect) a[5]);
      case "remove" -> {
        PhoneWindow w = find(a[0]);
        if (w != null) Windows.get().close(w);
        yield null;
      }
      case "relayout" -> {
        relayout(find(a[0]), (LayoutParams) a[1], (int) a[2], (int) a[3], (int) a[4]);
        fill(find(a[0]), (ClientWindowFrames) a[8], (MergedConfiguration) a[9],
            (SurfaceControl) a[10], (InsetsState) a[11], (InsetsSourceControl.Array) a[12]);
        yield 0;
      }
      case "relayoutAsync" -> {
        relayout(find(a[0]), (LayoutParams) a[1], (int) a[2], (int) a[3], (int) a[4]);
        yield null;
      }
      case "updateRequestedVisibleTypes" -> {
        PhoneWindow w = find(a[0]);
        if (w != null) {
          boolean hides = (w.requestedTypes & ~(int) a[1] & Type.ime()) != 0;
          w.requestedTypes = (int) a[1];
          if (hides && w == Windows.get().focused()) InputMethods.get().dismiss();
        }
        Windows.get().changed();
        yield null;
      }
      case "asBinder" -> new Binder();
      case "toString" -> "WindowSession";
      case "hashCode" -> System.identityHashCode(this);
      case "equals" -> self == a[0];
      default -> ReflectionHelpers.defaultValueForType(m.getReturnType().getName());
    };
  }

  private static PhoneWindow find(Object window) {
    return Windows.get().find(((IWindow) window).asBinder());
  }

  private int add(IWindow client, LayoutParams attrs, int visibility, int types, InsetsState insets,
      Rect attachedFrame) {
    WeakReference<ViewRootImpl> root = ReflectionHelpers.getField(client, "mViewAncestor");
    PhoneWindow w = Windows.get().open(client, root.get(), attrs);
    w.viewVisibility = visibility;
    w.requestedTypes = types;
    int refused = w.isSub() && w.parent == null ? WindowManagerGlobal.ADD_BAD_SUBWINDOW_TOKEN
        : w.parent == null && !w.isSystem() && !Windows.get().isActivity(attrs.token)
            ? WindowManagerGlobal.ADD_BAD_APP_TOKEN : 0;
    if (refused != 0) {
      Windows.get().close(w);
      return refused;
    }
    insets.set(SystemBars.get().insets(), true);
    if (w.parent != null) attachedFrame.set(w.parent.frame());
    else attachedFrame.set(0, 0, -1, -1);
    w.frames.attachedFrame = w.parent == null ? null : new Rect(w.parent.frame());
    return ADD_APP_VISIBLE | ADD_USE_BLAST | (TouchMode.get().on() ? ADD_IN_TOUCH_MODE : 0);
  }

  private void relayout(PhoneWindow w, LayoutParams attrs, int width, int height, int visibility) {
    if (w == null) return;
    boolean shown = w.placed && w.viewVisibility == View.VISIBLE;
    int flags = w.attrs.flags;
    Rect before = new Rect(w.frame());
    if (attrs != null) w.attrs.copyFrom(attrs);
    w.requestedWidth = width;
    w.requestedHeight = height;
    w.viewVisibility = visibility;
    w.placed = true;
    place(w);
    boolean shows = visibility == View.VISIBLE;
    if (shown != shows || flags != w.attrs.flags || !before.equals(w.frame()) || attrs != null) {
      Windows.get().changed();
    }
  }

  /** Computes the frame of a window. */
  void place(PhoneWindow w) {
    InsetsState insets = SystemBars.get().insets();
    Rect safe = new Rect();
    insets.getDisplayCutoutSafe(safe);
    if (w.parent != null) w.frames.attachedFrame = new Rect(w.parent.frame());
    layout.computeFrames(w.attrs, insets, safe, SystemBars.get().display(),
        android.app.WindowConfiguration.WINDOWING_MODE_FULLSCREEN, w.requestedWidth,
        w.requestedHeight, w.requestedTypes, 1f, w.frames);
  }

  private static void fill(PhoneWindow w, ClientWindowFrames frames, MergedConfiguration merged,
      SurfaceControl control, InsetsState insets, InsetsSourceControl.Array controls) {
    insets.set(SystemBars.get().insets(), true);
    if (w == null) return;
    frames.frame.set(w.frames.frame);
    frames.displayFrame.set(w.frames.displayFrame);
    frames.parentFrame.set(w.frames.parentFrame);
    frames.attachedFrame = w.frames.attachedFrame;
    if (!control.isValid()) {
      ReflectionHelpers.callInstanceMethod(Shadow.extract(control), "initializeNativeObject");
    }
  }

  /** Tells a window its new frame and insets. */
  void sendResized(PhoneWindow w) {
    place(w);
    ClientWindowFrames frames = new ClientWindowFrames(w.frames);
    var configuration = android.app.ActivityThread.currentApplication().getResources()
        .getConfiguration();
    try {
      w.client.resized(frames, false, new MergedConfiguration(configuration),
          new InsetsState(SystemBars.get().insets(), true), false, false, 0, Integer.MAX_VALUE, false);
    } catch (android.os.RemoteException e) {
      throw new IllegalStateException(e);
    }
  }
}
