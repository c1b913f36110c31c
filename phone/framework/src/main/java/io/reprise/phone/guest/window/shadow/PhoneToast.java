package io.reprise.phone.guest.window.shadow;

import android.app.INotificationManager;
import io.reprise.phone.guest.window.Toasts;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Toasts are Android's own, on our queue. */
@Implements(className = "android.widget.Toast", isInAndroidSdk = false)
public class PhoneToast {
  @Implementation
  protected static INotificationManager getService() {
    return Toasts.service();
  }
}
