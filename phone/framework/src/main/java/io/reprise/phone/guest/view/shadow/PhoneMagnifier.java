package io.reprise.phone.guest.view.shadow;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/**
 * The glass over a finger that moves in a text is never shown: it is a surface of
 * the compositor, which there is none of here.
 */
@Implements(className = "android.widget.Magnifier", isInAndroidSdk = false)
public class PhoneMagnifier {
  @Implementation
  protected void show(float sourceX, float sourceY) {}

  @Implementation
  protected void show(float sourceX, float sourceY, float x, float y) {}

  @Implementation
  protected void update() {}

  @Implementation
  protected void dismiss() {}
}
