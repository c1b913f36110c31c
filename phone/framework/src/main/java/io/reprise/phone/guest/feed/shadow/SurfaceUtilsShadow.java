package io.reprise.phone.guest.feed.shadow;

import android.graphics.ImageFormat;
import android.view.Surface;
import io.reprise.phone.guest.feed.camera.Readers;
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
    size[0] = q == null ? 640 : q.width;
    size[1] = q == null ? 480 : q.height;
    return 0;
  }

  @Implementation
  protected static long nativeGetSurfaceId(Surface surface) {
    return System.identityHashCode(surface);
  }
}
