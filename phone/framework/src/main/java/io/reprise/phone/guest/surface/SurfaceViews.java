package io.reprise.phone.guest.surface;

import android.graphics.Bitmap;
import android.graphics.Color;
import android.graphics.Paint;
import android.graphics.PixelFormat;
import android.graphics.Rect;
import android.graphics.RecordingCanvas;
import android.view.Surface;
import android.view.SurfaceView;
import android.view.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.robolectric.util.ReflectionHelpers;

/**
 * The surfaces of SurfaceViews as layers of their windows: which are behind it
 * (it has a hole there), which in front, and what they show. Main thread only.
 */
public final class SurfaceViews {
  /** SurfaceControl.SECURE. */
  private static final int SECURE = 0x80;

  private static final Set<SurfaceView> ATTACHED = new LinkedHashSet<>();

  private SurfaceViews() {}

  /** One layer, in pixels of the display. */
  public record Layer(SurfaceQueue queue, Rect at, int order, boolean opaque, boolean secure) {
    public boolean behind() {
      return order < 0;
    }
  }

  public static void reset() {
    ATTACHED.clear();
  }

  /** Woven into SurfaceView.onAttachedToWindow. */
  public static void onAttached(SurfaceView view) {
    ATTACHED.add(view);
  }

  /** Woven into SurfaceView.onDetachedFromWindow. */
  public static void onDetached(SurfaceView view) {
    ATTACHED.remove(view);
  }

  /** Those of a window, lowest first. */
  public static List<Layer> of(View root) {
    List<Layer> layers = new ArrayList<>();
    for (SurfaceView v : ATTACHED) {
      if (v.getRootView() != root || !v.isShown()) continue;
      Surface surface = ReflectionHelpers.getField(v, "mSurface");
      SurfaceQueue queue = Surfaces.of(surface);
      if (queue == null) continue;
      Rect at = new Rect();
      v.getBoundsOnScreen(at);
      int format = ReflectionHelpers.getField(v, "mFormat");
      int flags = ReflectionHelpers.getField(v, "mSurfaceFlags");
      layers.add(new Layer(queue, at, ReflectionHelpers.getField(v, "mSubLayer"),
          !PixelFormat.formatHasAlpha(format), (flags & SECURE) != 0));
    }
    layers.sort(Comparator.comparingInt(Layer::order));
    return layers;
  }

  /** Draws one; the result is given back to its queue when the picture is made. */
  public static Bitmap draw(RecordingCanvas c, Layer layer) {
    Paint paint = new Paint();
    paint.setColor(Color.BLACK);
    if (layer.opaque() || layer.secure()) c.drawRect(layer.at(), paint);
    Bitmap b = layer.secure() ? null : layer.queue().hold();
    if (b == null) return null;
    paint.setFilterBitmap(b.getWidth() != layer.at().width() || b.getHeight() != layer.at().height());
    c.drawBitmap(b, null, layer.at(), paint);
    return b;
  }
}
