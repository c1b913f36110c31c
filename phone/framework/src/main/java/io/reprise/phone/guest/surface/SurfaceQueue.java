package io.reprise.phone.guest.surface;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.PixelFormat;
import android.graphics.PorterDuff;
import android.graphics.PorterDuffXfermode;
import android.graphics.Rect;
import java.util.ArrayList;
import java.util.List;

/**
 * What is drawn on one surface: the picture that a canvas draws on, and the one
 * that was posted last and can be seen. It stands for Android's BufferQueue. A
 * canvas begins with what was posted, so that a run does not depend on how many
 * pictures there are. Any thread; its lock is held shortly.
 */
public final class SurfaceQueue {
  /** Those posted, drawn on and looked at, at most. */
  private static final int MAX_PICTURES = 4;
  private static final int MAX_SIDE = 8192;
  private static final Paint COPY = new Paint();

  static {
    COPY.setXfermode(new PorterDuffXfermode(PorterDuff.Mode.SRC));
  }

  private final List<Bitmap> pictures = new ArrayList<>();
  private final List<Bitmap> held = new ArrayList<>();
  private int width = 1;
  private int height = 1;
  private int format = PixelFormat.RGBA_8888;
  private Bitmap drawn;
  private Bitmap posted;
  private long frames;
  private boolean abandoned;
  private Runnable listener = () -> {};
  private boolean onlyChanges;

  /** Told after each picture, or each that is another than before, on the thread that posted it. */
  public synchronized void listen(Runnable listener, boolean onlyChanges) {
    this.listener = listener;
    this.onlyChanges = onlyChanges;
  }

  /** Size and PixelFormat of what is drawn from now on. */
  public synchronized void set(int width, int height, int format) {
    this.width = Math.max(1, Math.min(MAX_SIDE, width));
    this.height = Math.max(1, Math.min(MAX_SIDE, height));
    this.format = format;
  }

  public synchronized void size(int width, int height) {
    set(width, height, format);
  }

  public synchronized int width() {
    return width;
  }

  public synchronized int height() {
    return height;
  }

  /** Pictures posted so far. */
  public synchronized long frames() {
    return frames;
  }

  /** Whoever shows it is gone: nothing can be drawn any more. */
  public synchronized void abandon() {
    abandoned = true;
    listener = () -> {};
    pictures.clear();
    held.clear();
    posted = null;
  }

  public synchronized boolean abandoned() {
    return abandoned;
  }

  /** Lets a canvas draw; false = it cannot. `dirty` (may be null) becomes what is to be drawn anew. */
  public synchronized boolean lock(Canvas canvas, Rect dirty) {
    if (abandoned || drawn != null) return false;
    drawn = free();
    boolean kept = posted != null && posted.getWidth() == width && posted.getHeight() == height;
    drawn.eraseColor(0);
    if (kept) new Canvas(drawn).drawBitmap(posted, 0, 0, COPY);
    canvas.setBitmap(drawn);
    Rect all = new Rect(0, 0, width, height);
    if (dirty == null) return true;
    if (!kept || dirty.isEmpty() || !dirty.intersect(all)) dirty.set(all);
    canvas.clipRect(dirty);
    return true;
  }

  /** What a canvas drew can be seen from now on. */
  public void post(Canvas canvas) {
    canvas.setBitmap(null);
    Runnable told;
    synchronized (this) {
      if (drawn == null || abandoned) {
        drawn = null;
        return;
      }
      posted = drawn;
      drawn = null;
      frames++;
      told = listener;
    }
    told.run();
  }

  /** The same for a picture that was made elsewhere and does not change any more. */
  public void show(Bitmap picture) {
    Runnable told;
    synchronized (this) {
      if (abandoned) return;
      told = onlyChanges && posted == picture ? () -> {} : listener;
      posted = picture;
      frames++;
    }
    told.run();
  }

  /** One that is neither seen nor looked at, of the right kind. */
  private Bitmap free() {
    Bitmap.Config config = format == PixelFormat.RGB_565 ? Bitmap.Config.RGB_565 : Bitmap.Config.ARGB_8888;
    pictures.removeIf(b -> b.getWidth() != width || b.getHeight() != height || b.getConfig() != config);
    for (Bitmap b : pictures) if (b != posted && !held.contains(b)) return b;
    Bitmap made = Bitmap.createBitmap(width, height, config);
    // A canvas of a surface has no density: nothing that is drawn on it is scaled.
    made.setDensity(Bitmap.DENSITY_NONE);
    if (pictures.size() < MAX_PICTURES) pictures.add(made);
    return made;
  }

  /** What can be seen; it does not change until it is given back. Null = nothing was posted. */
  public synchronized Bitmap hold() {
    if (posted != null) held.add(posted);
    return posted;
  }

  public synchronized void giveBack(Bitmap picture) {
    held.remove(picture);
  }

  /** A copy of what can be seen, which never changes; null = nothing was posted. */
  public synchronized Bitmap copy() {
    if (posted == null) return null;
    return pictures.contains(posted) ? posted.copy(Bitmap.Config.ARGB_8888, false) : posted;
  }
}
