package io.reprise.phone.guest.window;

import android.graphics.Bitmap;
import android.graphics.HardwareRenderer;
import android.graphics.Rect;
import android.os.Looper;
import android.view.PixelCopy;
import android.view.Surface;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.surface.PixelCopies;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.guest.surface.Surfaces;
import org.robolectric.util.ReflectionHelpers;

/**
 * The pixels of a surface or a window for PixelCopy. Windows are drawn for it, on
 * main, since their own surface has but one pixel.
 */
public final class WindowCopies {
  private WindowCopies() {}

  /** Any thread; the request is told how it went. */
  public static void copy(Surface source, HardwareRenderer.CopyRequest request) {
    Rect from = new Rect(ReflectionHelpers.<Rect>getField(request, "mSrcRect"));
    SurfaceQueue queue = Surfaces.of(source);
    if (queue != null) {
      Bitmap to = to(request, from, queue.width(), queue.height());
      request.onCopyFinished(PixelCopies.copy(queue, from, to));
      return;
    }
    Runnable work = () -> request.onCopyFinished(window(source, from, request));
    if (Looper.myLooper() == Looper.getMainLooper()) work.run();
    else MainThread.handler().post(work);
  }

  private static int window(Surface source, Rect from, HardwareRenderer.CopyRequest request) {
    for (PhoneWindow w : Windows.get().stack()) {
      Surface own = ReflectionHelpers.getField(w.root, "mSurface");
      if (own != source) continue;
      Bitmap seen = WindowPicture.of(w);
      if (seen == null) return PixelCopy.ERROR_SOURCE_NO_DATA;
      return PixelCopies.copy(seen, from, to(request, from, seen.getWidth(), seen.getHeight()));
    }
    return PixelCopy.ERROR_SOURCE_INVALID;
  }

  /** Where it goes: what the caller gave, or one of the size of what is copied. */
  private static Bitmap to(HardwareRenderer.CopyRequest request, Rect from, int width, int height) {
    boolean all = from.isEmpty();
    request.getDestinationBitmap(all ? width : from.width(), all ? height : from.height());
    return ReflectionHelpers.getField(request, "mDestinationBitmap");
  }
}
