package io.reprise.phone.guest.keyboard;

import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Path;
import io.reprise.phone.guest.keyboard.Key.Does;

/** What stands on keys that have no letters. */
final class KeyIcons {
  private KeyIcons() {}

  static void draw(Canvas c, Paint paint, Does does, KeyboardView keyboard, float x, float y, float dp) {
    float u = 8 * dp;
    paint.setStyle(Paint.Style.STROKE);
    paint.setStrokeWidth(1.8f * dp);
    paint.setStrokeJoin(Paint.Join.ROUND);
    paint.setStrokeCap(Paint.Cap.ROUND);
    switch (does) {
      case SHIFT -> {
        if (keyboard.shifted()) paint.setStyle(Paint.Style.FILL_AND_STROKE);
        c.drawPath(closed(x, y, u, 0, -1, 1, 0, 0.45f, 0, 0.45f, 0.8f, -0.45f, 0.8f, -0.45f, 0, -1, 0), paint);
        if (keyboard.locked()) c.drawLine(x - 0.45f * u, y + 1.15f * u, x + 0.45f * u, y + 1.15f * u, paint);
      }
      case DELETE -> {
        c.drawPath(closed(x, y, u, -1.2f, 0, -0.5f, -0.75f, 1.1f, -0.75f, 1.1f, 0.75f, -0.5f, 0.75f), paint);
        c.drawPath(open(x, y, u, 0, -0.3f, 0.6f, 0.3f), paint);
        c.drawPath(open(x, y, u, 0, 0.3f, 0.6f, -0.3f), paint);
      }
      case ENTER -> enter(c, paint, keyboard.action(), x, y, u);
      default -> { }
    }
    paint.setStyle(Paint.Style.FILL);
  }

  private static void enter(Canvas c, Paint paint, int action, float x, float y, float u) {
    switch (action) {
      case Ime.DONE -> c.drawPath(open(x, y, u, -0.9f, 0.05f, -0.25f, 0.65f, 1, -0.6f), paint);
      case Ime.SEARCH -> {
        c.drawCircle(x - 0.2f * u, y - 0.2f * u, 0.6f * u, paint);
        c.drawPath(open(x, y, u, 0.25f, 0.25f, 0.9f, 0.9f), paint);
      }
      case Ime.NEXT -> {
        c.drawPath(open(x, y, u, -0.9f, 0, 0.7f, 0), paint);
        c.drawPath(open(x, y, u, 0.1f, -0.6f, 0.7f, 0, 0.1f, 0.6f), paint);
        c.drawPath(open(x, y, u, 1, -0.7f, 1, 0.7f), paint);
      }
      case Ime.GO, Ime.PREVIOUS -> {
        c.drawPath(open(x, y, u, -0.9f, 0, 0.9f, 0), paint);
        c.drawPath(open(x, y, u, 0.3f, -0.6f, 0.9f, 0, 0.3f, 0.6f), paint);
      }
      case Ime.SEND -> {
        paint.setStyle(Paint.Style.FILL);
        c.drawPath(closed(x, y, u, -0.9f, -0.8f, 1, 0, -0.9f, 0.8f, -0.9f, 0.2f, 0.2f, 0, -0.9f, -0.2f), paint);
      }
      default -> {
        c.drawPath(open(x, y, u, 1, -0.7f, 1, 0.2f, -0.9f, 0.2f), paint);
        c.drawPath(open(x, y, u, -0.4f, -0.3f, -0.9f, 0.2f, -0.4f, 0.7f), paint);
      }
    }
  }

  private static Path open(float x, float y, float u, float... points) {
    Path p = new Path();
    p.moveTo(x + points[0] * u, y + points[1] * u);
    for (int i = 2; i < points.length; i += 2) p.lineTo(x + points[i] * u, y + points[i + 1] * u);
    return p;
  }

  private static Path closed(float x, float y, float u, float... points) {
    Path p = open(x, y, u, points);
    p.close();
    return p;
  }
}
