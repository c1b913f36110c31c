package io.reprise.phone.guest.window;

import android.graphics.Bitmap;
import android.graphics.Color;
import android.graphics.HardwareRenderer;
import android.graphics.PixelFormat;
import android.graphics.RecordingCanvas;
import android.graphics.Rect;
import android.graphics.RenderNode;
import android.media.Image;
import android.media.ImageReader;
import android.os.SystemClock;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import io.reprise.phone.guest.surface.SurfaceViews;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the windows together into one picture. Each window has recorded itself as
 * a tree of render nodes in its own frame (see shadow ViewRootImpl); here they are
 * only drawn, by Android's renderer, with dim and shadows. Main thread only.
 */
final class Compositor {
  private static final Field NODE = field(View.class, "mRenderNode");

  private final BarPainter bars = new BarPainter();
  private final RenderNode root = new RenderNode("screen");
  private HardwareRenderer renderer;
  private ImageReader reader;
  private boolean secure;
  /** Gives back what the picture is made of. */
  private final List<Runnable> held = new ArrayList<>();

  /** A picture of all visible windows; `use` gets its pixels, row by row, RGBA. */
  void draw(Rect size, java.util.function.Consumer<ByteBuffer> use) {
    prepare(size);
    record(size);
    renderer.createRenderRequest().setVsyncTime(SystemClock.uptimeNanos()).syncAndDraw();
    try (Image image = reader.acquireNextImage()) {
      use.accept(image.getPlanes()[0].getBuffer());
    }
    held.forEach(Runnable::run);
    held.clear();
  }

  /** True if a window of the last picture was left black. */
  boolean secure() {
    return secure;
  }

  private void prepare(Rect size) {
    if (renderer == null) {
      renderer = new HardwareRenderer();
      renderer.setContentRoot(root);
      root.setClipToBounds(true);
    }
    if (reader != null && reader.getWidth() == size.width() && reader.getHeight() == size.height()) {
      return;
    }
    ImageReader old = reader;
    reader = ImageReader.newInstance(size.width(), size.height(), PixelFormat.RGBA_8888, 1);
    renderer.setSurface(reader.getSurface());
    if (old != null) old.close();
    root.setPosition(0, 0, size.width(), size.height());
    // The light of Theme's Lighting defaults: above the middle of the top edge.
    light(renderer, size.width());
  }

  static void light(HardwareRenderer renderer, int width) {
    float dp = SystemBars.get().density() / 160f;
    renderer.setLightSourceGeometry(width / 2f, 0, 600 * dp, 800 * dp);
    renderer.setLightSourceAlpha(0.039f, 0.19f);
  }

  private void record(Rect size) {
    secure = false;
    RecordingCanvas c = root.beginRecording(size.width(), size.height());
    try {
      c.drawColor(Color.BLACK);
      List<PhoneWindow> windows = Windows.get().visible();
      // The keyboard lies above toasts, and the bars above it.
      boolean keyboard = windows.stream().anyMatch(PhoneWindow::isKeyboard);
      boolean drawnBars = false;
      for (PhoneWindow w : windows) {
        if (w.isSystem() && !drawnBars && !keyboard) {
          bars.draw(c);
          drawnBars = true;
        }
        draw(c, w);
        if (w.isKeyboard()) keyboard = false;
      }
      if (!drawnBars) bars.draw(c);
    } finally {
      root.endRecording();
    }
  }

  private void draw(RecordingCanvas c, PhoneWindow w) {
    if (w.has(LayoutParams.FLAG_DIM_BEHIND) && w.attrs.dimAmount > 0) {
      c.drawColor(Color.argb(w.attrs.dimAmount, 0, 0, 0));
    }
    RenderNode node = node(w);
    if (node == null || !node.hasDisplayList()) return;
    List<SurfaceViews.Layer> layers = SurfaceViews.of(w.view());
    boolean holes = layers.stream().anyMatch(SurfaceViews.Layer::behind);
    Rect frame = w.frame();
    Rect insets = w.attrs.surfaceInsets;
    int saved = c.save();
    c.clipRect(frame.left - insets.left, frame.top - insets.top, frame.right + insets.right,
        frame.bottom + insets.bottom);
    if (w.has(LayoutParams.FLAG_SECURE)) {
      secure = true;
      c.drawColor(Color.BLACK);
    } else {
      surfaces(c, layers, true);
      int own = c.save();
      c.translate(frame.left, frame.top - w.scroll());
      c.enableZ();
      if (w.attrs.alpha < 1f) {
        c.saveLayerAlpha(0, 0, frame.width(), frame.height(), Math.round(w.attrs.alpha * 255));
      } else if (holes) {
        // Else its holes would go through all that is behind it.
        c.saveLayer(0, w.scroll(), frame.width(), w.scroll() + frame.height(), null);
      }
      c.drawRenderNode(node);
      c.disableZ();
      c.restoreToCount(own);
      surfaces(c, layers, false);
    }
    c.restoreToCount(saved);
  }

  private void surfaces(RecordingCanvas c, List<SurfaceViews.Layer> layers, boolean behind) {
    for (SurfaceViews.Layer layer : layers) {
      if (layer.behind() != behind) continue;
      secure |= layer.secure();
      Bitmap b = SurfaceViews.draw(c, layer);
      if (b != null) held.add(() -> layer.queue().giveBack(b));
    }
  }

  /** What a window has recorded; null = nothing yet. */
  static RenderNode node(PhoneWindow w) {
    return w.view() == null ? null : (RenderNode) get(NODE, w.view());
  }

  private static Object get(Field f, Object of) {
    try {
      return f.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field f = type.getDeclaredField(name);
      f.setAccessible(true);
      return f;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
