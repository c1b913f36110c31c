package io.reprise.phone.guest.surface;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.PorterDuff;
import android.graphics.PorterDuffXfermode;
import android.graphics.Rect;
import android.view.PixelCopy;

/** Copies pixels for PixelCopy and TextureView.getBitmap: scaled to the whole of the other. */
public final class PixelCopies {
  private PixelCopies() {}

  /** A PixelCopy.* code. `from` empty = all. */
  public static int copy(SurfaceQueue queue, Rect from, Bitmap to) {
    Bitmap seen = queue.hold();
    if (seen == null) return PixelCopy.ERROR_SOURCE_NO_DATA;
    try {
      return copy(seen, from, to);
    } finally {
      queue.giveBack(seen);
    }
  }

  public static int copy(Bitmap seen, Rect from, Bitmap to) {
    Rect all = new Rect(0, 0, seen.getWidth(), seen.getHeight());
    Rect part = from.isEmpty() ? all : new Rect(from);
    if (!part.intersect(all)) return PixelCopy.ERROR_SOURCE_INVALID;
    Paint paint = new Paint(Paint.FILTER_BITMAP_FLAG);
    paint.setXfermode(new PorterDuffXfermode(PorterDuff.Mode.SRC));
    Canvas canvas = new Canvas(to);
    // What is copied has no density, and is not to be scaled by it.
    canvas.setDensity(Bitmap.DENSITY_NONE);
    canvas.drawBitmap(seen, part, new Rect(0, 0, to.getWidth(), to.getHeight()), paint);
    return PixelCopy.SUCCESS;
  }
}
