package io.reprise.phone.guest.input;

import android.os.Handler;
import android.os.Looper;
import android.view.InputDevice;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import android.view.ViewConfiguration;
import io.reprise.phone.guest.activity.Home;
import io.reprise.phone.guest.activity.Recents;
import io.reprise.phone.guest.window.PhoneWindow;
import io.reprise.phone.guest.window.Shade;
import io.reprise.phone.guest.window.Windows;
import java.util.Map;
import reprise.Phone.PhoneKey;

/**
 * Keys: to the window with the focus, but for those that are the phone's own
 * (Home, Recents). A key that is held repeats. Main thread only.
 */
final class Keys {
  /** Between two repeats of a key that is held. */
  private static final int REPEAT_MS = 50;

  /** The bit of each modifier key. */
  private static final Map<Integer, Integer> MODIFIERS = Map.of(
      KeyEvent.KEYCODE_SHIFT_LEFT, KeyEvent.META_SHIFT_LEFT_ON,
      KeyEvent.KEYCODE_SHIFT_RIGHT, KeyEvent.META_SHIFT_RIGHT_ON,
      KeyEvent.KEYCODE_ALT_LEFT, KeyEvent.META_ALT_LEFT_ON,
      KeyEvent.KEYCODE_ALT_RIGHT, KeyEvent.META_ALT_RIGHT_ON,
      KeyEvent.KEYCODE_CTRL_LEFT, KeyEvent.META_CTRL_LEFT_ON,
      KeyEvent.KEYCODE_CTRL_RIGHT, KeyEvent.META_CTRL_RIGHT_ON,
      KeyEvent.KEYCODE_META_LEFT, KeyEvent.META_META_LEFT_ON,
      KeyEvent.KEYCODE_META_RIGHT, KeyEvent.META_META_RIGHT_ON);

  private Handler handler;
  private Runnable repeating;
  private PhoneKey held;
  private long downTime;
  private int meta;

  void reset() {
    release();
    meta = 0;
    handler = null;
  }

  /** The modifiers that are held now. */
  int meta() {
    return meta;
  }

  void deliver(PhoneKey key, long at, long down) {
    boolean isDown = key.getAction() == KeyEvent.ACTION_DOWN;
    modifiers(key.getCode(), isDown);
    if (isDown) {
      if (key.getRepeat() == 0) downTime = (down > 0 ? down : at) / 1_000_000;
    } else if (down > 0) {
      downTime = down / 1_000_000;
    }
    release();
    send(key, at, key.getRepeat());
    if (isDown && !KeyEvent.isModifierKey(key.getCode())) hold(key, key.getRepeat());
  }

  /** Down and up of a key of the phone itself. */
  void press(int code, long at) {
    downTime = at / 1_000_000;
    PhoneKey.Builder k = PhoneKey.newBuilder().setCode(code);
    send(k.setAction(KeyEvent.ACTION_DOWN).build(), at, 0);
    send(k.setAction(KeyEvent.ACTION_UP).build(), at, 0);
  }

  /** Types a text as keys of a keyboard; what has no key is left out. */
  void type(String text, long at) {
    KeyCharacterMap map = KeyCharacterMap.load(KeyCharacterMap.VIRTUAL_KEYBOARD);
    for (int i = 0; i < text.length(); i++) {
      KeyEvent[] events = map.getEvents(new char[] {text.charAt(i)});
      if (events == null) continue;
      for (KeyEvent e : events) to(KeyEvent.changeTimeRepeat(e, at / 1_000_000, 0));
    }
  }

  private void modifiers(int code, boolean isDown) {
    int bit = MODIFIERS.getOrDefault(code, 0);
    meta = KeyEvent.normalizeMetaState(isDown ? meta | bit : meta & ~bit & ~plain(bit));
  }

  /** META_SHIFT_ON for either shift, and so on: normalizing adds them again. */
  private static int plain(int bit) {
    return bit == 0 ? 0 : KeyEvent.normalizeMetaState(bit) & ~bit;
  }

  private void hold(PhoneKey key, int repeat) {
    held = key;
    if (handler == null) handler = Handler.createAsync(Looper.getMainLooper());
    int[] count = {repeat};
    repeating = () -> {
      send(held, android.os.SystemClock.uptimeNanos(), ++count[0]);
      handler.postDelayed(repeating, REPEAT_MS);
    };
    handler.postDelayed(repeating, ViewConfiguration.getKeyRepeatTimeout());
  }

  private void release() {
    if (repeating != null) handler.removeCallbacks(repeating);
    repeating = null;
    held = null;
  }

  private void send(PhoneKey key, long at, int repeat) {
    int code = key.getCode();
    if (code == KeyEvent.KEYCODE_HOME || code == KeyEvent.KEYCODE_APP_SWITCH) {
      if (key.getAction() == KeyEvent.ACTION_UP) {
        Shade.get().close();
        if (code == KeyEvent.KEYCODE_HOME) Home.show();
        else Recents.show();
      }
      return;
    }
    int flags = KeyEvent.FLAG_FROM_SYSTEM;
    if (repeat == 1) flags |= KeyEvent.FLAG_LONG_PRESS;
    if (code == KeyEvent.KEYCODE_BACK) flags |= KeyEvent.FLAG_VIRTUAL_HARD_KEY;
    to(new KeyEvent(downTime, at / 1_000_000, key.getAction(), code, repeat,
        KeyEvent.normalizeMetaState(key.getMeta() | meta), KeyCharacterMap.VIRTUAL_KEYBOARD,
        key.getScanCode(), flags, InputDevice.SOURCE_KEYBOARD));
  }

  private static void to(KeyEvent e) {
    PhoneWindow w = Windows.get().focused();
    if (w != null && w.view() != null) w.root().dispatchInputEvent(e);
  }
}
