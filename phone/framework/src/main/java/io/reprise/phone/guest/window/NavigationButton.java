package io.reprise.phone.guest.window;

import android.graphics.Rect;
import android.view.KeyEvent;

/** The three buttons of the navigation bar, and where each is in it. */
public enum NavigationButton {
  BACK(KeyEvent.KEYCODE_BACK),
  HOME(KeyEvent.KEYCODE_HOME),
  RECENTS(KeyEvent.KEYCODE_APP_SWITCH);

  /** Key that it stands for. */
  public final int key;

  NavigationButton(int key) {
    this.key = key;
  }

  /** Its share of a bar: side by side, or from the bottom up in an upright one. */
  public Rect bounds(Rect bar) {
    int n = values().length;
    if (bar.width() >= bar.height()) {
      int w = bar.width() / n;
      int left = bar.left + ordinal() * w;
      return new Rect(left, bar.top, ordinal() == n - 1 ? bar.right : left + w, bar.bottom);
    }
    int h = bar.height() / n;
    int bottom = bar.bottom - ordinal() * h;
    return new Rect(bar.left, ordinal() == n - 1 ? bar.top : bottom - h, bar.right, bottom);
  }

  /** The button at a point of the display; null = none. */
  public static NavigationButton at(float x, float y) {
    Rect bar = SystemBars.get().navigation();
    if (NavigationMode.gestural() || bar.isEmpty() || !bar.contains((int) x, (int) y)) return null;
    for (NavigationButton b : values()) if (b.bounds(bar).contains((int) x, (int) y)) return b;
    return null;
  }
}
