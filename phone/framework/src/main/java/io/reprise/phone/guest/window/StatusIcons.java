package io.reprise.phone.guest.window;

import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Path;
import android.graphics.Rect;
import io.reprise.phone.guest.service.Battery;
import io.reprise.phone.guest.system.SettingsTable;

/**
 * The icons of the status bar: a mark for each app with notifications, the
 * network where it is not Wi-Fi, and the battery. Drawn in the paint's colour.
 */
final class StatusIcons {
  private static final int MAX_MARKS = 4;

  private StatusIcons() {}

  static void draw(Canvas c, Paint paint, Rect r, float dp, float clockEnd) {
    battery(c, paint, r.right - 20 * dp, r.top + 6 * dp, dp);
    network(c, paint, r.right - 32 * dp, r.top + 12.5f * dp, dp);
    int marks = Math.min(MAX_MARKS, Shade.get().apps());
    for (int i = 0; i < marks; i++) {
      c.drawCircle(clockEnd + (10 + 14 * i) * dp, r.top + 12.5f * dp, 4 * dp, paint);
    }
  }

  private static void battery(Canvas c, Paint paint, float x, float y, float dp) {
    int level = Math.max(0, Math.min(100, Battery.level()));
    float top = y + (level == 100 ? 1.5f : 1.5f + 11.5f * (100 - level) / 100) * dp;
    int color = paint.getColor();
    if (level < 100) {
      paint.setAlpha(90);
      shell(c, paint, x, y, dp);
      paint.setColor(color);
      int saved = c.save();
      c.clipRect(x, top, x + 8 * dp, y + 13 * dp);
      shell(c, paint, x, y, dp);
      c.restoreToCount(saved);
    } else {
      shell(c, paint, x, y, dp);
    }
    if (!Battery.filling()) return;
    Path bolt = new Path();
    bolt.moveTo(x - 1 * dp, y + 3 * dp);
    bolt.lineTo(x - 5 * dp, y + 8 * dp);
    bolt.lineTo(x - 3 * dp, y + 8 * dp);
    bolt.lineTo(x - 4 * dp, y + 12 * dp);
    bolt.lineTo(x, y + 6.5f * dp);
    bolt.lineTo(x - 2 * dp, y + 6.5f * dp);
    bolt.close();
    c.drawPath(bolt, paint);
  }

  private static void shell(Canvas c, Paint paint, float x, float y, float dp) {
    c.drawRect(x + 2.5f * dp, y, x + 5.5f * dp, y + 1.5f * dp, paint);
    c.drawRoundRect(x, y + 1.5f * dp, x + 8 * dp, y + 13 * dp, dp, dp, paint);
  }

  private static boolean on(String name, String usual) {
    String value = SettingsTable.get("global", name);
    return (value == null ? usual : value).equals("1");
  }

  /** A plane, bars of the mobile network, or bars with a line through them. */
  private static void network(Canvas c, Paint paint, float x, float y, float dp) {
    if (on("airplane_mode_on", "0")) {
      Path plane = new Path();
      plane.moveTo(x, y - 5 * dp);
      plane.lineTo(x + 5 * dp, y + 2 * dp);
      plane.lineTo(x + dp, y + dp);
      plane.lineTo(x + 2 * dp, y + 5 * dp);
      plane.lineTo(x - 2 * dp, y + 5 * dp);
      plane.lineTo(x - dp, y + dp);
      plane.lineTo(x - 5 * dp, y + 2 * dp);
      plane.close();
      c.drawPath(plane, paint);
      return;
    }
    if (on("wifi_on", "1")) return;
    Path bars = new Path();
    bars.moveTo(x - 5 * dp, y + 5 * dp);
    bars.lineTo(x + 5 * dp, y + 5 * dp);
    bars.lineTo(x + 5 * dp, y - 5 * dp);
    bars.close();
    boolean data = on("mobile_data", "1");
    paint.setStyle(data ? Paint.Style.FILL : Paint.Style.STROKE);
    paint.setStrokeWidth(dp);
    c.drawPath(bars, paint);
    paint.setStyle(Paint.Style.FILL);
  }
}
