package io.reprise.phone.guest.keyboard.shadow;

import android.os.Handler;
import android.view.InputEvent;
import android.view.KeyEvent;
import android.view.inputmethod.InputMethodManager;
import io.reprise.phone.guest.keyboard.InputMethods;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Android's own, on our service; keys pass our input method without a channel. */
@Implements(className = "android.view.inputmethod.InputMethodManager", isInAndroidSdk = false)
public class PhoneInputMethodManager {
  @Implementation
  protected int dispatchInputEvent(InputEvent event, Object token,
      InputMethodManager.FinishedInputEventCallback callback, Handler handler) {
    boolean back = event instanceof KeyEvent k && k.getKeyCode() == KeyEvent.KEYCODE_BACK
        && InputMethods.get().back(k.getAction() == KeyEvent.ACTION_UP);
    return back ? InputMethodManager.DISPATCH_HANDLED : InputMethodManager.DISPATCH_NOT_HANDLED;
  }
}
