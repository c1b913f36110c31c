package io.reprise.phone.guest.window.shadow;

import android.graphics.HardwareRendererObserver;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowNativeHardwareRenderer;

/** No statistics of frames: they would come from a native thread, at any time. */
@Implements(className = "android.graphics.HardwareRenderer", isInAndroidSdk = false)
public class PhoneHardwareRenderer extends ShadowNativeHardwareRenderer {
  @Implementation
  protected void addObserver(HardwareRendererObserver observer) {}

  @Implementation
  protected void removeObserver(HardwareRendererObserver observer) {}
}
