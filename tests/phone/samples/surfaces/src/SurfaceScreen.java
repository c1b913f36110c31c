package io.reprise.surfaces;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Paint;
import android.graphics.PixelFormat;
import android.graphics.Rect;
import android.os.Handler;
import android.view.PixelCopy;
import android.view.SurfaceHolder;
import android.view.SurfaceView;
import android.view.View;

/** A SurfaceView, drawn on in all the ways there are. */
public class SurfaceScreen extends Screen implements SurfaceHolder.Callback {
  private SurfaceView view;

  @Override
  View make() {
    view = new SurfaceView(this);
    view.getHolder().addCallback(this);
    return view;
  }

  @Override
  public void surfaceCreated(SurfaceHolder holder) {
    say("created " + holder.getSurface().isValid() + " " + holder.getSurfaceFrame().toShortString());
  }

  @Override
  public void surfaceChanged(SurfaceHolder holder, int format, int width, int height) {
    say("changed " + format + " " + width + "x" + height);
  }

  @Override
  public void surfaceDestroyed(SurfaceHolder holder) {
    say("destroyed " + holder.getSurface().isValid());
  }

  @Override
  void act(String what) throws Exception {
    SurfaceHolder holder = view.getHolder();
    switch (what) {
      case "draw":
        draw(holder.lockCanvas(), Color.RED);
        break;
      case "hardware":
        Canvas canvas = holder.lockHardwareCanvas();
        say("accelerated " + canvas.isHardwareAccelerated());
        draw(canvas, Color.BLUE);
        break;
      case "thread":
        Thread t = new Thread(() -> draw(holder.lockCanvas(), Color.GREEN), "painter");
        t.start();
        t.join();
        break;
      case "dirty":
        Rect dirty = new Rect(0, 0, 10, 10);
        Canvas part = holder.lockCanvas(dirty);
        part.drawColor(Color.MAGENTA);
        holder.unlockCanvasAndPost(part);
        break;
      case "loop":
        new Thread(this::loop, "loop").start();
        break;
      case "fixed":
        holder.setFixedSize(50, 25);
        break;
      case "translucent":
        holder.setFormat(PixelFormat.TRANSLUCENT);
        view.setZOrderOnTop(true);
        break;
      case "clear":
        Canvas clear = holder.lockCanvas();
        clear.drawColor(0, android.graphics.PorterDuff.Mode.CLEAR);
        Paint p = new Paint();
        p.setColor(Color.CYAN);
        clear.drawRect(0, 0, 100, 100, p);
        holder.unlockCanvasAndPost(clear);
        break;
      case "cover":
        View cover = new View(this);
        cover.setBackgroundColor(Color.YELLOW);
        android.widget.FrameLayout.LayoutParams at = new android.widget.FrameLayout.LayoutParams(40, 40);
        at.leftMargin = 20;
        at.topMargin = 100;
        frame.addView(cover, at);
        break;
      case "hide":
        view.setVisibility(View.INVISIBLE);
        break;
      case "show":
        view.setVisibility(View.VISIBLE);
        break;
      case "locked":
        say("locked " + (holder.lockCanvas() == null));
        break;
      case "copy":
        copy();
        break;
      default:
        say("what is " + what);
    }
  }

  private void draw(Canvas canvas, int color) {
    canvas.drawColor(color);
    Paint p = new Paint();
    p.setColor(Color.WHITE);
    canvas.drawRect(canvas.getWidth() - 10, 0, canvas.getWidth(), 10, p);
    say("drawn " + canvas.getWidth() + "x" + canvas.getHeight() + " on " + Thread.currentThread().getName());
    view.getHolder().unlockCanvasAndPost(canvas);
  }

  private void loop() {
    long begin = android.os.SystemClock.uptimeMillis();
    for (int i = 0; i < 30; i++) {
      Canvas c = view.getHolder().lockCanvas();
      c.drawColor(Color.rgb(i * 8, 0, 0));
      view.getHolder().unlockCanvasAndPost(c);
    }
    say("looped " + (android.os.SystemClock.uptimeMillis() - begin) / 10 * 10);
  }

  private void copy() {
    Bitmap of = Bitmap.createBitmap(200, 100, Bitmap.Config.ARGB_8888);
    Handler main = new Handler();
    PixelCopy.request(view, of, r -> say("surface " + r + " " + color(of, 5, 50)), main);
    Bitmap part = Bitmap.createBitmap(20, 20, Bitmap.Config.ARGB_8888);
    PixelCopy.request(view, new Rect(190, 0, 200, 10), part,
        r -> say("part " + r + " " + color(part, 10, 10)), main);
    Bitmap window = Bitmap.createBitmap(320, 480, Bitmap.Config.ARGB_8888);
    PixelCopy.request(getWindow(), new Rect(0, 0, 320, 480), window,
        r -> say("window " + r + " " + color(window, 5, 50) + " " + Integer.toHexString(window.getPixel(120, 150))),
        main);
  }
}
