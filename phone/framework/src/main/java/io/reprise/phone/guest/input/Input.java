package io.reprise.phone.guest.input;

import android.view.InputDevice;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import android.view.MotionEvent;
import io.reprise.phone.guest.Clock;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.window.Windows;
import reprise.Phone.PhoneInput;
import reprise.Phone.PhoneKey;
import reprise.Phone.PhoneMotion;

/** Hands input to windows: a gesture to the one that it began in, keys to the focused one. */
public final class Input {
  private static final long MS = 1_000_000;

  private static Windows.Window target;
  private static long downMs;

  private Input() {}

  public static void reset() {
    target = null;
    downMs = 0;
  }

  /** Takes one; returns when it was given to main. */
  public static void take(PhoneInput input) {
    long when = Math.max(0, Clock.uptimeNanos()) / MS;
    switch (input.getWhatCase()) {
      case MOTION -> MainThread.run(() -> motion(input.getMotion(), when));
      case KEY -> MainThread.run(() -> key(event(input.getKey(), when)));
      case COMMIT_TEXT -> MainThread.run(() -> text(input.getCommitText()));
      default -> { }
    }
  }

  private static void motion(PhoneMotion m, long when) {
    if (m.getPointersCount() == 0) return;
    PhoneMotion.Pointer first = m.getPointers(Math.min(m.getActionIndex(), m.getPointersCount() - 1));
    if (m.getAction() == MotionEvent.ACTION_DOWN) {
      downMs = when;
      target = null;
      for (Windows.Window w : Windows.top()) {
        if (w.visible() && w.touchable() && (w.modal() || w.hit(first.getX(), first.getY()))) {
          target = w;
          break;
        }
      }
    }
    if (target == null || target.view() == null) return;
    int n = m.getPointersCount();
    MotionEvent.PointerProperties[] ids = new MotionEvent.PointerProperties[n];
    MotionEvent.PointerCoords[] at = new MotionEvent.PointerCoords[n];
    for (int i = 0; i < n; i++) {
      PhoneMotion.Pointer p = m.getPointers(i);
      ids[i] = new MotionEvent.PointerProperties();
      ids[i].id = p.getId();
      ids[i].toolType = p.getToolType() == 0 ? MotionEvent.TOOL_TYPE_FINGER : p.getToolType();
      at[i] = new MotionEvent.PointerCoords();
      at[i].x = p.getX() - target.x();
      at[i].y = p.getY() - target.y();
      at[i].pressure = p.getPressure() == 0 ? 1 : p.getPressure();
      at[i].size = p.getSize();
    }
    int action = m.getAction() | m.getActionIndex() << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
    target.root().dispatchInputEvent(MotionEvent.obtain(downMs, when, action, n, ids, at, 0, 0, 1, 1, 0, 0,
        m.getSource() == 0 ? InputDevice.SOURCE_TOUCHSCREEN : m.getSource(), 0));
  }

  private static KeyEvent event(PhoneKey k, long when) {
    return new KeyEvent(when, when, k.getAction(), k.getCode(), k.getRepeat(), k.getMeta(),
        KeyCharacterMap.VIRTUAL_KEYBOARD, k.getScanCode(), 0, InputDevice.SOURCE_KEYBOARD);
  }

  private static void key(KeyEvent e) {
    for (Windows.Window w : Windows.top()) {
      if (w.focusable() && w.visible()) {
        w.root().dispatchInputEvent(e);
        return;
      }
    }
  }

  private static void text(String text) {
    for (Windows.Window w : Windows.top()) {
      if (!w.focusable() || !w.visible()) continue;
      android.view.View v = w.view().findFocus();
      if (v == null || !v.onCheckIsTextEditor()) return;
      var connection = v.onCreateInputConnection(new android.view.inputmethod.EditorInfo());
      if (connection != null) connection.commitText(text, 1);
      return;
    }
  }
}
