package io.reprise.phone.guest.feed.shadow;

import android.graphics.ImageFormat;
import android.view.Surface;
import io.reprise.phone.guest.feed.camera.Readers;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.guest.surface.Surfaces;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** What a camera finds out of a surface: known of those of readers, else a preview's. */
@Implements(className = "android.hardware.camera2.utils.SurfaceUtils", isInAndroidSdk = false)
public class SurfaceUtilsShadow {
  private static final int BLOB = 0x21;
  private static final int PRIVATE = 0x22;

  @Implementation
  protected static int nativeDetectSurfaceType(Surface surface) {
    Readers.Queue q = Readers.of(surface);
    if (q == null) return PRIVATE;
    return q.format == ImageFormat.JPEG ? BLOB : q.format;
  }

  @Implementation
  protected static int nativeDetectSurfaceDimens(Surface surface, int[] size) {
    Readers.Queue q = Readers.of(surface);
    SurfaceQueue shown = Surfaces.of(surface);
    size[0] = q != null ? q.width : shown != null ? shown.width() : 640;
    size[1] = q != null ? q.height : shown != null ? shown.height() : 480;
    return 0;
  }

  @Implementation
  protected static long nativeGetSurfaceId(Surface surface) {
    return System.identityHashCode(surface);
  }
}
