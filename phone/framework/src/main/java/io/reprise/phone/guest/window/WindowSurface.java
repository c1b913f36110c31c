package io.reprise.phone.guest.window;

import android.graphics.PixelFormat;
import android.media.ImageReader;
import android.view.Surface;
import android.view.ViewRootImpl;

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

  /** A window has drawn itself in a frame. */
  public static void drawn(ViewRootImpl root) {
    PhoneWindow w = Windows.get().find(root);
    if (w == null) return;
    if (!w.drawn) {
      w.drawn = true;
      Windows.get().changed();
    }
    Screen.get().drawn();
  }
}
