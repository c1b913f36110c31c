package io.reprise.phone.guest.view.shadow;

import android.graphics.Canvas;
import android.graphics.drawable.RippleDrawable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowDrawable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * Ripples of the plain kind, by frames of the main thread: the sparkling kind is a
 * shader that the renderer here does not run.
 */
@Implements(className = "android.graphics.drawable.RippleDrawable", isInAndroidSdk = false)
public class PhoneRippleDrawable extends ShadowDrawable {
  @RealObject RippleDrawable real;

  @Implementation
  protected boolean onStateChange(int[] state) {
    plain();
    return Reflector.reflector(Own.class, real).onStateChange(state);
  }

  @Implementation
  protected void draw(Canvas canvas) {
    plain();
    Reflector.reflector(Own.class, real).draw(canvas);
  }

  private void plain() {
    Object style = Reflector.reflector(Own.class, real).getState();
    ReflectionHelpers.setField(style, "mRippleStyle", RippleDrawable.STYLE_SOLID);
    real.setForceSoftware(true);
  }

  @ForType(RippleDrawable.class)
  interface Own {
    @Accessor("mState")
    Object getState();

    @Direct
    boolean onStateChange(int[] state);

    @Direct
    void draw(Canvas canvas);
  }
}
