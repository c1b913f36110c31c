package io.reprise.phone.guest.view.shadow;

import android.graphics.drawable.AnimatedVectorDrawable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNativeAnimatedVectorDrawable;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** Animated vectors by frames of the main thread, and so by the phone's clock. */
@Implements(className = "android.graphics.drawable.AnimatedVectorDrawable", isInAndroidSdk = false)
public class PhoneAnimatedVectorDrawable extends ShadowNativeAnimatedVectorDrawable {
  @RealObject AnimatedVectorDrawable real;

  @Implementation
  protected void start() {
    if (!real.isRunning()) real.forceAnimationOnUI();
    Reflector.reflector(Own.class, real).start();
  }

  @Implementation
  protected void reverse() {
    if (!real.isRunning()) real.forceAnimationOnUI();
    Reflector.reflector(Own.class, real).reverse();
  }

  @ForType(AnimatedVectorDrawable.class)
  interface Own {
    @Direct
    void start();

    @Direct
    void reverse();
  }
}
