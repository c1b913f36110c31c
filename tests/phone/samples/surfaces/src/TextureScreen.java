package io.reprise.surfaces;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Matrix;
import android.graphics.Paint;
import android.graphics.SurfaceTexture;
import android.view.Surface;
import android.view.TextureView;
import android.view.View;

/** A TextureView, drawn on in all the ways there are. */
public class TextureScreen extends Screen implements TextureView.SurfaceTextureListener {
  private TextureView view;

  @Override
  View make() {
    view = new TextureView(this);
    view.setSurfaceTextureListener(this);
    return view;
  }

  @Override
  public void onSurfaceTextureAvailable(SurfaceTexture texture, int width, int height) {
    say("available " + width + "x" + height + " " + view.isAvailable());
  }

  @Override
  public void onSurfaceTextureSizeChanged(SurfaceTexture texture, int width, int height) {
    say("size " + width + "x" + height);
  }

  @Override
  public boolean onSurfaceTextureDestroyed(SurfaceTexture texture) {
    say("destroyed");
    return true;
  }

  @Override
  public void onSurfaceTextureUpdated(SurfaceTexture texture) {
    say("updated");
  }

  @Override
  void act(String what) throws Exception {
    switch (what) {
      case "draw":
        Canvas c = view.lockCanvas();
        paint(c, Color.RED);
        view.unlockCanvasAndPost(c);
        break;
      case "surface":
        Thread t = new Thread(() -> {
          Surface s = new Surface(view.getSurfaceTexture());
          Canvas on = s.lockCanvas(null);
          paint(on, Color.GREEN);
          s.unlockCanvasAndPost(on);
          s.release();
          say("released " + s.isValid());
        });
        t.start();
        t.join();
        break;
      case "hardware":
        Surface s = new Surface(view.getSurfaceTexture());
        Canvas on = s.lockHardwareCanvas();
        paint(on, Color.BLUE);
        s.unlockCanvasAndPost(on);
        s.release();
        break;
      case "bitmap":
        Bitmap b = view.getBitmap();
        say("bitmap " + color(b, 5, 50) + " " + color(view.getBitmap(20, 10), 19, 0));
        break;
      case "half":
        Matrix m = new Matrix();
        m.setScale(0.5f, 0.5f);
        view.setTransform(m);
        view.setOpaque(false);
        break;
      case "alpha":
        view.setAlpha(0.5f);
        break;
      case "smaller":
        view.getLayoutParams().width = 100;
        view.requestLayout();
        break;
      case "remove":
        frame.removeView(view);
        break;
      default:
        say("what is " + what);
    }
  }

  private static void paint(Canvas c, int color) {
    c.drawColor(color);
    Paint p = new Paint();
    p.setColor(Color.WHITE);
    c.drawRect(c.getWidth() - 40, 0, c.getWidth(), 20, p);
  }
}
