package io.reprise.phone.guest.input;

import android.graphics.Rect;
import android.view.KeyEvent;
import android.view.MotionEvent;
import io.reprise.phone.guest.window.NavigationMode;
import io.reprise.phone.guest.window.SystemBars;
import reprise.Phone.PhoneMotion;

/**
 * Gesture navigation: a finger that comes in from a side goes back, one that comes
 * up from below goes home. The app sees the touch until it is clear that it is
 * one, and then that it was cancelled. Main thread only.
 */
final class EdgeGestures {
  /** How far a finger goes until it is one. */
  private static final int FAR_DP = 24;

  private int key;
  private boolean taken;
  private float fromX;
  private float fromY;
  private boolean left;

  void reset() {
    key = 0;
    taken = false;
  }

  /** True when the app is to be told that the touch is cancelled: it is ours from now on. */
  boolean follow(PhoneMotion m) {
    float x = m.getPointers(0).getX();
    float y = m.getPointers(0).getY();
    if (m.getAction() == MotionEvent.ACTION_DOWN) {
      begin(x, y);
      return false;
    }
    if (key == 0 || taken || m.getAction() != MotionEvent.ACTION_MOVE) return false;
    float far = FAR_DP * SystemBars.get().density() / 160f;
    float dx = left ? x - fromX : fromX - x;
    float dy = fromY - y;
    if (key == KeyEvent.KEYCODE_HOME) {
      taken = dy > far && dy > Math.abs(x - fromX);
    } else if (Math.abs(dy) > far) {
      key = 0;
    } else {
      taken = dx > far;
    }
    return taken;
  }

  private void begin(float x, float y) {
    reset();
    if (!NavigationMode.gestural()) return;
    fromX = x;
    fromY = y;
    Rect inside = SystemBars.get().withoutGestures();
    left = x < inside.left;
    if (y >= inside.bottom) key = KeyEvent.KEYCODE_HOME;
    else if (left || x >= inside.right) key = KeyEvent.KEYCODE_BACK;
  }

  boolean taken() {
    return taken;
  }

  /** The finger is lifted: the key that it stands for. */
  int end() {
    int done = key;
    reset();
    return done;
  }
}
