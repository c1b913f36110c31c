package io.reprise.phone.guest.window;

import android.graphics.PixelFormat;
import android.media.ImageReader;
import android.view.Surface;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;

/** The one pixel that a window's own renderer draws on. */
public final class WindowSurface {
  private final ImageReader reader = ImageReader.newInstance(1, 1, PixelFormat.RGBA_8888, 1);

  /** Makes `to` this surface. */
  public void give(Surface to) {
    to.transferFrom(reader.getSurface());
  }

  public void close() {
    reader.close();
  }

  /** An activity's window is there; nothing moves in, so that is over at once. */
  private static void opened(PhoneWindow w) {
    io.reprise.phone.guest.App.tell(t -> t.scheduleEnterAnimationComplete(w.attrs.token));
  }

  /** A window has drawn itself in a frame. */
  public static void drawn(ViewRootImpl root) {
    PhoneWindow w = Windows.get().find(root);
    if (w == null) return;
    if (!w.drawn) {
      w.drawn = true;
      Windows.get().changed();
      if (w.attrs.type == LayoutParams.TYPE_BASE_APPLICATION) opened(w);
    }
    Screen.get().drawn();
  }
}
