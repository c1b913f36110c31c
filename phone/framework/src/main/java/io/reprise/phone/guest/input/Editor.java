package io.reprise.phone.guest.input;

import android.view.View;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import io.reprise.phone.guest.window.PhoneWindow;
import io.reprise.phone.guest.window.Windows;

/**
 * The text field with the focus, as an input method sees it. A connection is made
 * for each text: a method that stays would keep it. Main thread only.
 */
public final class Editor {
  private Editor() {}

  /** True if a text field has the focus: an input method would show. */
  public static boolean editing() {
    return field() != null;
  }

  private static View field() {
    PhoneWindow w = Windows.get().focused();
    if (w == null || w.view() == null
        || android.view.WindowManager.LayoutParams.mayUseInputMethod(w.attrs.flags) == false) {
      return null;
    }
    View v = w.view().findFocus();
    return v != null && v.onCheckIsTextEditor() ? v : null;
  }

  private static InputConnection connect() {
    View v = field();
    return v == null ? null : v.onCreateInputConnection(new EditorInfo());
  }

  /** Commits a text, letter by letter as a keyboard does; false = there is no field. */
  static boolean commit(String text) {
    InputConnection c = connect();
    if (c == null) return false;
    for (int i = 0; i < text.length(); ) {
      int next = text.offsetByCodePoints(i, 1);
      String letter = text.substring(i, next);
      if (letter.equals("\n")) Inputs.get().keys().press(android.view.KeyEvent.KEYCODE_ENTER,
          android.os.SystemClock.uptimeNanos());
      else c.commitText(letter, 1);
      i = next;
    }
    return true;
  }

  /** The action key of the input method. */
  static void action(int action) {
    InputConnection c = connect();
    if (c != null) c.performEditorAction(action);
  }
}
