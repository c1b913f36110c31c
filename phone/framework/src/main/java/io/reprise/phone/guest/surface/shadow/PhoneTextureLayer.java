package io.reprise.phone.guest.surface.shadow;

import android.graphics.Bitmap;
import android.graphics.Color;
import android.graphics.Matrix;
import android.graphics.Paint;
import android.graphics.Rect;
import android.graphics.RecordingCanvas;
import android.graphics.SurfaceTexture;
import io.reprise.phone.guest.surface.PixelCopies;
import io.reprise.phone.guest.surface.SurfaceQueue;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;

/** The layer of a TextureView: a picture of its texture instead of one in the GPU's memory. */
@Implements(className = "android.graphics.TextureLayer", isInAndroidSdk = false)
public class PhoneTextureLayer {
  private final Matrix matrix = new Matrix();
  private SurfaceQueue queue;
  private Bitmap picture;
  private Paint paint;
  private int width;
  private int height;
  private boolean opaque;

  @Implementation
  protected void setLayerPaint(Paint paint) {
    this.paint = paint == null ? null : new Paint(paint);
  }

  @Implementation
  protected boolean isValid() {
    return true;
  }

  @Implementation
  protected void close() {
    picture = null;
    queue = null;
  }

  @Implementation
  protected boolean copyInto(Bitmap to) {
    return picture != null && PixelCopies.copy(picture, new Rect(), to) == 0;
  }

  @Implementation
  protected boolean prepare(int width, int height, boolean opaque) {
    this.width = width;
    this.height = height;
    this.opaque = opaque;
    return true;
  }

  @Implementation
  protected void setTransform(Matrix matrix) {
    this.matrix.set(matrix);
  }

  @Implementation
  protected void detachSurfaceTexture() {
    queue = null;
  }

  @Implementation
  protected void setSurfaceTexture(SurfaceTexture texture) {
    PhoneSurfaceTexture shadow = Shadow.extract(texture);
    queue = shadow.queue();
  }

  @Implementation
  protected void updateSurfaceTexture() {
    if (queue != null) picture = queue.copy();
  }

  void draw(RecordingCanvas c) {
    if (picture == null) return;
    Paint with = paint == null ? new Paint() : new Paint(paint);
    with.setFilterBitmap(true);
    Rect all = new Rect(0, 0, width, height);
    int saved = c.save();
    c.concat(matrix);
    if (opaque) {
      Paint black = new Paint();
      black.setColor(Color.BLACK);
      black.setAlpha(with.getAlpha());
      c.drawRect(all, black);
    }
    c.drawBitmap(picture, null, all, with);
    c.restoreToCount(saved);
  }
}
