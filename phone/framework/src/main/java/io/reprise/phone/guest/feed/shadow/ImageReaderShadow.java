package io.reprise.phone.guest.feed.shadow;

import android.graphics.PixelFormat;
import android.media.Image;
import android.media.ImageReader;
import android.view.Surface;
import io.reprise.phone.guest.feed.camera.Readers;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNativeImageReader;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The native half of ImageReader. One of pixels (RGBA: the phone's own screen is
 * one) is Robolectric's, which its renderer draws into; one of what cameras give
 * has a queue of ours, and of the other only a surface of one pixel.
 */
@Implements(className = "android.media.ImageReader")
public class ImageReaderShadow extends ShadowNativeImageReader {
  private static final int SUCCESS = 0;
  private static final int NO_BUFFERS = 1;
  private static final int MAX_IMAGES = 2;

  @RealObject private ImageReader reader;
  private Readers.Queue queue;

  @Override
  @Implementation
  protected synchronized void nativeInit(Object self, int width, int height, int max, long usage, int format,
      int dataSpace) {
    int wanted = ReflectionHelpers.getField(reader, "mFormat");
    if (wanted == PixelFormat.RGBA_8888 || wanted == PixelFormat.RGBX_8888 || wanted == PixelFormat.UNKNOWN) {
      super.nativeInit(self, width, height, max, usage, format, dataSpace);
      return;
    }
    super.nativeInit(self, 1, 1, 1, usage, PixelFormat.RGBA_8888, dataSpace);
    queue = new Readers.Queue(width, height, wanted, max, () -> ReflectionHelpers.callStaticMethod(ImageReader.class,
        "postEventFromNative", ClassParameter.from(Object.class, self)));
  }

  @Override
  @Implementation
  protected Surface nativeGetSurface() {
    Surface surface = super.nativeGetSurface();
    if (queue != null) Readers.add(surface, queue);
    return surface;
  }

  @Override
  @Implementation
  protected int nativeImageSetup(Image image) {
    if (queue == null) return super.nativeImageSetup(image);
    if (queue.full()) return MAX_IMAGES;
    Readers.Frame frame = queue.take();
    if (frame == null) return NO_BUFFERS;
    ReflectionHelpers.setField(image, "mTimestamp", frame.timestamp());
    ReflectionHelpers.setField(image, "mNativeBuffer", 1L);
    SurfaceImageShadow shadow = Shadow.extract(image);
    shadow.hold(queue, frame);
    return SUCCESS;
  }

  @Override
  @Implementation
  protected void nativeReleaseImage(Image image) {
    if (queue == null) {
      super.nativeReleaseImage(image);
      return;
    }
    ReflectionHelpers.setField(image, "mNativeBuffer", 0L);
    queue.release();
  }

  @Override
  @Implementation
  protected void nativeDiscardFreeBuffers() {
    if (queue == null) super.nativeDiscardFreeBuffers();
  }

  @Override
  @Implementation
  protected void nativeClose() {
    if (queue != null) queue.close();
    super.nativeClose();
  }
}
