package io.reprise.phone.guest.keyboard;

import android.app.ActivityThread;
import android.content.Context;
import android.graphics.PixelFormat;
import android.graphics.Rect;
import android.view.Gravity;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import io.reprise.phone.guest.window.SystemBars;

/**
 * The window of the on-screen keyboard: of the process in front, above its app,
 * and what it covers is an inset of the app's windows. Main thread only.
 */
final class SoftKeyboard {
  private static final int MIN_ROW_DP = 38;
  private static final int MAX_ROW_DP = 54;
  /** A row's share of the display's height. */
  private static final float ROW_SHARE = 0.085f;

  private KeyboardView view;

  boolean shown() {
    return view != null;
  }

  KeyboardView view() {
    return view;
  }

  void show(Typist typist) {
    if (view != null) {
      view.begin(typist);
      return;
    }
    Context context = ActivityThread.currentApplication();
    float density = context.getResources().getDisplayMetrics().density;
    Rect display = SystemBars.get().display();
    float share = display.height() * ROW_SHARE / density;
    int row = Math.round(Math.max(MIN_ROW_DP, Math.min(MAX_ROW_DP, share)) * density);
    Rect bar = SystemBars.get().navigation();
    boolean bottom = bar.bottom == display.bottom && bar.width() == display.width();
    int below = bottom ? bar.height() : 0;
    view = new KeyboardView(context, row, below);
    view.begin(typist);
    int height = KeyboardView.height(row, below, density);
    LayoutParams p = new LayoutParams(LayoutParams.MATCH_PARENT, height, LayoutParams.TYPE_INPUT_METHOD,
        LayoutParams.FLAG_NOT_FOCUSABLE | LayoutParams.FLAG_LAYOUT_IN_SCREEN | LayoutParams.FLAG_LAYOUT_NO_LIMITS,
        PixelFormat.OPAQUE);
    p.gravity = Gravity.BOTTOM;
    p.setTitle("InputMethod");
    p.setFitInsetsTypes(0);
    context.getSystemService(WindowManager.class).addView(view, p);
    SystemBars.get().keyboard(new Rect(0, display.bottom - height, display.right, display.bottom),
        view.colors() == KeyColors.DARK);
  }

  void hide() {
    if (view == null) return;
    KeyboardView old = view;
    view = null;
    old.getContext().getSystemService(WindowManager.class).removeViewImmediate(old);
    SystemBars.get().keyboard(new Rect(), false);
  }

  /** A new app begins. */
  void forget() {
    view = null;
  }
}
