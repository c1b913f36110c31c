package io.reprise.phone.guest.feed.shadow;

import android.hardware.HardwareBuffer;
import io.reprise.phone.guest.feed.camera.Readers;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNativeImageReaderSurfaceImage;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The native half of an image of an ImageReader; see {@link ImageReaderShadow}. */
@Implements(className = "android.media.ImageReader$SurfaceImage", isInAndroidSdk = false)
public class SurfaceImageShadow extends ShadowNativeImageReaderSurfaceImage {
  @RealObject private Object image;
  private Readers.Queue queue;
  private Readers.Frame frame;

  void hold(Readers.Queue queue, Readers.Frame frame) {
    this.queue = queue;
    this.frame = frame;
  }

  @Override
  @Implementation
  protected synchronized Object nativeCreatePlanes(int count, int format, long usage) {
    if (queue == null) return super.nativeCreatePlanes(count, format, usage);
    Readers.Plane[] planes = Readers.planes(queue, frame);
    try {
      Class<?> type = Class.forName("android.media.ImageReader$SurfaceImage$SurfacePlane");
      Object made = Array.newInstance(type, planes.length);
      for (int i = 0; i < planes.length; i++) {
        Array.set(made, i, ReflectionHelpers.callConstructor(type, ClassParameter.from(image.getClass(), image),
            ClassParameter.from(int.class, planes[i].rowStride()),
            ClassParameter.from(int.class, planes[i].pixelStride()),
            ClassParameter.from(ByteBuffer.class, planes[i].buffer())));
      }
      return made;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  @Implementation
  protected synchronized int nativeGetWidth() {
    return queue == null ? super.nativeGetWidth() : queue.width;
  }

  @Override
  @Implementation
  protected synchronized int nativeGetHeight() {
    return queue == null ? super.nativeGetHeight() : queue.height;
  }

  @Override
  @Implementation
  protected synchronized int nativeGetFormat(int readerFormat) {
    return queue == null ? super.nativeGetFormat(readerFormat) : queue.format;
  }

  @Override
  @Implementation
  protected synchronized HardwareBuffer nativeGetHardwareBuffer() {
    return queue == null ? super.nativeGetHardwareBuffer() : null;
  }
}
