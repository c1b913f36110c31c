package io.reprise.phone.guest.keyboard;

import android.os.RemoteException;
import android.os.SystemClock;
import android.text.InputType;
import android.text.TextUtils;
import android.view.InputDevice;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import com.android.internal.inputmethod.IRemoteInputConnection;
import com.android.internal.inputmethod.InputConnectionCommandHeader;
import io.reprise.phone.guest.News;
import java.util.concurrent.atomic.AtomicInteger;
import org.robolectric.util.ReflectionHelpers;
import reprise.Phone.PhoneReply;

/**
 * What the keyboard's keys do to the field with the focus, through Android's own
 * side of its InputConnection; the supervisor is told each of it. Main thread only.
 */
final class Typist {
  /** TextEvent.Kind. */
  private static final int COMMIT = 1;
  private static final int DELETE = 4;
  private static final int EDITOR_ACTION = 6;

  private final EditorInfo info;
  private final IRemoteInputConnection connection;

  Typist(EditorInfo info, IRemoteInputConnection connection) {
    this.info = info;
    this.connection = connection;
  }

  EditorInfo info() {
    return info;
  }

  private interface Call {
    void make(InputConnectionCommandHeader header) throws RemoteException;
  }

  private void call(Call call) {
    AtomicInteger session = ReflectionHelpers.getField(connection, "mCurrentSessionId");
    try {
      call.make(new InputConnectionCommandHeader(session.get()));
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For questions; null = the field is gone. */
  private InputConnection editor() {
    return ReflectionHelpers.callInstanceMethod(connection, "getInputConnection");
  }

  private void tell(PhoneReply.Typed.Builder what) {
    News.send(PhoneReply.newBuilder().setTyped(
        what.setUptimeNs(SystemClock.uptimeNanos()).setInputType(info.inputType)));
  }

  void type(String text) {
    tell(PhoneReply.Typed.newBuilder().setKind(COMMIT).setText(text));
    call(h -> connection.commitText(h, text, 1));
  }

  void delete() {
    InputConnection editor = editor();
    if (editor == null) return;
    CharSequence before = editor.getTextBeforeCursor(2, 0);
    boolean selected = !TextUtils.isEmpty(editor.getSelectedText(0));
    if (info.inputType == InputType.TYPE_NULL || TextUtils.isEmpty(before) && !selected) {
      key(KeyEvent.KEYCODE_DEL);
      return;
    }
    int count = selected ? 0 : Character.charCount(Character.codePointBefore(before, before.length()));
    tell(PhoneReply.Typed.newBuilder().setKind(DELETE).setDeleteBefore(count));
    if (selected) call(h -> connection.commitText(h, "", 1));
    else call(h -> connection.deleteSurroundingText(h, count, 0));
  }

  /** What the Enter key does; Ime.NONE = a new line. */
  int action() {
    if (info.actionLabel != null) return info.actionId;
    if ((info.imeOptions & EditorInfo.IME_FLAG_NO_ENTER_ACTION) != 0) return Ime.NONE;
    int action = info.imeOptions & EditorInfo.IME_MASK_ACTION;
    return action == EditorInfo.IME_ACTION_UNSPECIFIED ? Ime.NONE : action;
  }

  void enter() {
    int action = action();
    if (action != Ime.NONE) {
      tell(PhoneReply.Typed.newBuilder().setKind(EDITOR_ACTION).setEditorAction(action));
      call(h -> connection.performEditorAction(h, action));
    } else if ((info.inputType & InputType.TYPE_TEXT_FLAG_MULTI_LINE) != 0) {
      type("\n");
    } else {
      key(KeyEvent.KEYCODE_ENTER);
    }
  }

  /** Down and up of a key, as an input method sends it. */
  private void key(int code) {
    long now = SystemClock.uptimeMillis();
    for (int action = KeyEvent.ACTION_DOWN; action <= KeyEvent.ACTION_UP; action++) {
      KeyEvent e = new KeyEvent(now, now, action, code, 0, 0, KeyCharacterMap.VIRTUAL_KEYBOARD, 0,
          KeyEvent.FLAG_SOFT_KEYBOARD | KeyEvent.FLAG_KEEP_TOUCH_MODE, InputDevice.SOURCE_KEYBOARD);
      call(h -> connection.sendKeyEvent(h, e));
    }
  }

  /** True if the next letter is a capital one. */
  boolean capital() {
    if ((info.inputType & InputType.TYPE_MASK_CLASS) != InputType.TYPE_CLASS_TEXT || password()) return false;
    InputConnection editor = editor();
    return editor != null && editor.getCursorCapsMode(info.inputType) != 0;
  }

  boolean password() {
    int kind = info.inputType & InputType.TYPE_MASK_CLASS;
    int variation = info.inputType & InputType.TYPE_MASK_VARIATION;
    if (kind == InputType.TYPE_CLASS_NUMBER) return variation == InputType.TYPE_NUMBER_VARIATION_PASSWORD;
    return kind == InputType.TYPE_CLASS_TEXT && (variation == InputType.TYPE_TEXT_VARIATION_PASSWORD
        || variation == InputType.TYPE_TEXT_VARIATION_VISIBLE_PASSWORD
        || variation == InputType.TYPE_TEXT_VARIATION_WEB_PASSWORD);
  }
}
