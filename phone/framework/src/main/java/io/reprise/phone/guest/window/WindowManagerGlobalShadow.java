package io.reprise.phone.guest.window;

import android.graphics.Point;
import android.graphics.Rect;
import android.view.Display;
import android.view.Gravity;
import android.view.IWindowSession;
import android.view.View;
import android.view.ViewGroup;
import android.view.ViewRootImpl;
import android.view.Window;
import android.view.WindowManager;
import android.view.WindowManagerGlobal;
import android.window.ClientWindowFrames;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.WeakHashMap;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.annotation.Resetter;
import org.robolectric.shadows.ShadowDisplay;
import org.robolectric.shadows.ShadowWindowManagerGlobal;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** Says where windows lie, and that the focus may move. */
@Implements(className = "android.view.WindowManagerGlobal", isInAndroidSdk = false)
public class WindowManagerGlobalShadow extends ShadowWindowManagerGlobal {
  @RealObject private WindowManagerGlobal real;

  private static IWindowSession session;
  private static final Map<Object, WindowManager.LayoutParams> ATTRS = new WeakHashMap<>();

  /** A new app. */
  public static synchronized void forget() {
    session = null;
    ATTRS.clear();
  }

  @Implementation
  protected static synchronized IWindowSession getWindowSession() {
    if (session != null) return session;
    IWindowSession base = ShadowWindowManagerGlobal.getWindowSession();
    session = (IWindowSession) Proxy.newProxyInstance(IWindowSession.class.getClassLoader(),
        new Class<?>[] {IWindowSession.class}, (p, m, a) -> {
          Object result;
          try {
            result = m.invoke(base, a);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
          if (m.getName().startsWith("relayout") && a != null) place(a);
          return result;
        });
    return session;
  }

  private static void place(Object[] a) {
    ClientWindowFrames frames = null;
    for (Object x : a) {
      if (x instanceof WindowManager.LayoutParams attrs) ATTRS.put(a[0], attrs);
      if (x instanceof ClientWindowFrames f) frames = f;
    }
    WindowManager.LayoutParams attrs = ATTRS.get(a[0]);
    if (frames == null || attrs == null || (attrs.width == -1 && attrs.height == -1)) return;
    Point size = new Point();
    ShadowDisplay.getDefaultDisplay().getRealSize(size);
    int w = (int) a[2] > 0 ? (int) a[2] : frames.frame.width();
    int h = (int) a[3] > 0 ? (int) a[3] : frames.frame.height();
    Rect out = new Rect();
    Gravity.apply(attrs.gravity, Math.min(w, size.x), Math.min(h, size.y), new Rect(0, 0, size.x, size.y),
        attrs.x, attrs.y, out);
    frames.frame.set(out);
  }

  @Implementation
  protected void addView(View view, ViewGroup.LayoutParams params, Display display, Window parent, int user) {
    Reflector.reflector(Real.class, real).addView(view, params, display, parent, user);
    Windows.focusLater();
  }

  @Implementation
  protected void doRemoveView(ViewRootImpl root) {
    Reflector.reflector(Real.class, real).doRemoveView(root);
    Windows.focusLater();
  }

  @Implementation
  protected void updateViewLayout(View view, ViewGroup.LayoutParams params) {
    Reflector.reflector(Real.class, real).updateViewLayout(view, params);
    Windows.focusLater();
  }

  /** The methods themselves. */
  @ForType(WindowManagerGlobal.class)
  interface Real {
    @Direct void addView(View view, ViewGroup.LayoutParams params, Display display, Window parent, int user);

    @Direct void doRemoveView(ViewRootImpl root);

    @Direct void updateViewLayout(View view, ViewGroup.LayoutParams params);
  }
}
