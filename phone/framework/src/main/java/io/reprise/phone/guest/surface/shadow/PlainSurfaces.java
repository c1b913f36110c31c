package io.reprise.phone.guest.surface.shadow;

import org.robolectric.annotation.Implements;

/** Takes Robolectric's stand-ins away: these are Android's own. */
public final class PlainSurfaces {
  private PlainSurfaces() {}

  @Implements(className = "android.view.SurfaceView", isInAndroidSdk = false)
  public static class View {}

  @Implements(className = "android.view.PixelCopy", isInAndroidSdk = false)
  public static class Copy {}
}
