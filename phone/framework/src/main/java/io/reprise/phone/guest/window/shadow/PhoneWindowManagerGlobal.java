package io.reprise.phone.guest.window.shadow;

import android.view.IWindowSession;
import io.reprise.phone.guest.window.WindowManagerService;
import io.reprise.phone.guest.window.WindowSession;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowWindowManagerGlobal;

/** Hands out our window manager instead of Robolectric's. */
@Implements(className = "android.view.WindowManagerGlobal", isInAndroidSdk = false)
public class PhoneWindowManagerGlobal extends ShadowWindowManagerGlobal {
  @Implementation
  protected static IWindowSession getWindowSession() {
    return WindowSession.get().binder();
  }

  @Implementation
  protected static IWindowSession peekWindowSession() {
    return WindowSession.get().binder();
  }

  @Implementation
  public static @ClassName("android.view.IWindowManager") Object getWindowManagerService() {
    return WindowManagerService.get().binder();
  }
}
