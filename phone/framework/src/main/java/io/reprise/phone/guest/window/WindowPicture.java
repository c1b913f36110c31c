package io.reprise.phone.guest.window;

import android.graphics.Bitmap;
import android.graphics.HardwareRenderer;
import android.graphics.PixelFormat;
import android.graphics.RecordingCanvas;
import android.graphics.RenderNode;
import android.media.Image;
import android.media.ImageReader;
import android.os.SystemClock;
import io.reprise.phone.guest.surface.RenderTarget;

/** A picture of one window alone, with holes where surfaces lie behind it. Main thread only. */
final class WindowPicture {
  private WindowPicture() {}

  /** Null = it was never drawn. */
  static Bitmap of(PhoneWindow w) {
    RenderNode node = Compositor.node(w);
    int width = w.frame().width();
    int height = w.frame().height();
    if (node == null || !node.hasDisplayList() || width <= 0 || height <= 0) return null;
    HardwareRenderer renderer = new HardwareRenderer();
    RenderNode root = new RenderNode("copy");
    root.setPosition(0, 0, width, height);
    renderer.setContentRoot(root);
    renderer.setOpaque(false);
    Compositor.light(renderer, width);
    try (ImageReader reader = ImageReader.newInstance(width, height, PixelFormat.RGBA_8888, 1)) {
      renderer.setSurface(reader.getSurface());
      RecordingCanvas c = root.beginRecording(width, height);
      c.translate(0, -w.scroll());
      c.enableZ();
      c.drawRenderNode(node);
      c.disableZ();
      root.endRecording();
      renderer.createRenderRequest().setVsyncTime(SystemClock.uptimeNanos()).syncAndDraw();
      try (Image image = reader.acquireNextImage()) {
        return RenderTarget.bitmap(image);
      }
    } finally {
      renderer.destroy();
    }
  }
}
