package io.reprise.phone.guest.window;

import android.os.Handler;
import android.os.Looper;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager;
import android.view.WindowManagerGlobal;
import io.reprise.phone.guest.activity.Tasks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;

/** The windows in their order, and which has the focus. On main. */
public final class Windows {
  private static final Runnable UPDATE = Windows::updateFocus;

  private Windows() {}

  /** One window and where it lies. */
  public record Window(ViewRootImpl root, WindowManager.LayoutParams attrs, int index, int x, int y) {
    public View view() {
      return root.getView();
    }

    public boolean visible() {
      View v = view();
      return v != null && v.getVisibility() == View.VISIBLE && v.getWidth() > 0 && shown();
    }

    /** An activity's window is shown while its activity is started. */
    boolean shown() {
      return ReflectionHelpers.<Boolean>getField(root, "mAppVisible");
    }

    boolean has(int flag) {
      return (attrs.flags & flag) != 0;
    }

    public boolean focusable() {
      return !has(WindowManager.LayoutParams.FLAG_NOT_FOCUSABLE);
    }

    public boolean touchable() {
      return !has(WindowManager.LayoutParams.FLAG_NOT_TOUCHABLE);
    }

    public boolean modal() {
      return focusable() && !has(WindowManager.LayoutParams.FLAG_NOT_TOUCH_MODAL);
    }

    public boolean hit(float px, float py) {
      return px >= x && py >= y && px < x + view().getWidth() && py < y + view().getHeight();
    }
  }

  /** All, highest first. */
  public static List<Window> top() {
    WindowManagerGlobal global = WindowManagerGlobal.getInstance();
    ArrayList<ViewRootImpl> roots = ReflectionHelpers.getField(global, "mRoots");
    ArrayList<WindowManager.LayoutParams> params = ReflectionHelpers.getField(global, "mParams");
    List<Window> all = new ArrayList<>();
    for (int i = 0; i < roots.size(); i++) {
      View v = roots.get(i).getView();
      if (v == null) continue;
      int[] at = new int[2];
      v.getLocationOnScreen(at);
      all.add(new Window(roots.get(i), params.get(i), i, at[0], at[1]));
    }
    Map<Window, long[]> keys = new IdentityHashMap<>();
    for (Window w : all) keys.put(w, key(all, w));
    all.sort((a, b) -> Arrays.compare(keys.get(b), keys.get(a)));
    return all;
  }

  /** System windows highest; then by activity; within one the base, dialogs, sub-windows; then by age. */
  private static long[] key(List<Window> all, Window w) {
    Window own = w;
    for (int n = 0; n < 8 && sub(own); n++) {
      Window p = parent(all, own);
      if (p == null) break;
      own = p;
    }
    int activity = Tasks.get().indexOf(own.attrs.token);
    int base = own.attrs.type == WindowManager.LayoutParams.TYPE_BASE_APPLICATION ? 0 : 1;
    return new long[] {own.attrs.type >= WindowManager.LayoutParams.FIRST_SYSTEM_WINDOW ? 1 : 0, activity, base,
        own.index, w == own ? 0 : 1, w.index};
  }

  private static boolean sub(Window w) {
    return w.attrs.type >= WindowManager.LayoutParams.FIRST_SUB_WINDOW
        && w.attrs.type <= WindowManager.LayoutParams.LAST_SUB_WINDOW;
  }

  private static Window parent(List<Window> all, Window w) {
    for (Window p : all) {
      if (p != w && w.attrs.token != null && p.view().getWindowToken() == w.attrs.token) return p;
    }
    return null;
  }

  /** The windows changed: the focus follows by a message. Any thread. */
  public static void focusLater() {
    Handler handler = io.reprise.phone.guest.MainThread.handler();
    handler.removeCallbacks(UPDATE);
    handler.post(UPDATE);
  }

  private static void updateFocus() {
    ViewRootImpl target = null;
    List<Window> all = top();
    for (Window w : all) {
      if (w.focusable() && w.shown() && w.view().getVisibility() == View.VISIBLE) {
        target = w.root;
        break;
      }
    }
    for (Window w : all) if (focused(w.root) && w.root != target) w.root.windowFocusChanged(false);
    if (target != null && !focused(target)) target.windowFocusChanged(true);
  }

  static boolean focused(ViewRootImpl root) {
    return ReflectionHelpers.<Boolean>getField(root, "mUpcomingWindowFocus");
  }
}
