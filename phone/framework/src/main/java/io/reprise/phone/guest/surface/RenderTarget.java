package io.reprise.phone.guest.surface;

import android.graphics.Bitmap;
import android.graphics.PixelFormat;
import android.media.Image;
import android.media.ImageReader;
import android.view.Surface;
import java.util.function.Consumer;

/**
 * Lets a renderer draw on a surface of ours (lockHardwareCanvas does): it draws
 * into a picture of its own, which is posted then. On the renderer's thread.
 */
public final class RenderTarget {
  private final SurfaceQueue queue;
  private ImageReader reader;

  public RenderTarget(SurfaceQueue queue) {
    this.queue = queue;
  }

  /** Before a frame; `set` gets a surface if it is another than before. */
  public void prepare(Consumer<Surface> set) {
    if (reader != null && reader.getWidth() == queue.width() && reader.getHeight() == queue.height()) return;
    ImageReader old = reader;
    reader = ImageReader.newInstance(queue.width(), queue.height(), PixelFormat.RGBA_8888, 1);
    set.accept(reader.getSurface());
    if (old != null) old.close();
  }

  /** After it. */
  public void post() {
    try (Image image = reader.acquireNextImage()) {
      if (image != null) queue.show(bitmap(image));
    }
  }

  public void close() {
    if (reader != null) reader.close();
    reader = null;
  }

  /** A copy of the pixels. */
  public static Bitmap bitmap(Image image) {
    Bitmap b = Bitmap.createBitmap(image.getWidth(), image.getHeight(), Bitmap.Config.ARGB_8888);
    b.setDensity(Bitmap.DENSITY_NONE);
    b.copyPixelsFromBuffer(image.getPlanes()[0].getBuffer());
    return b;
  }
}
