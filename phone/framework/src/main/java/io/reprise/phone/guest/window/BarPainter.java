package io.reprise.phone.guest.window;

import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Paint;
import android.graphics.Path;
import android.graphics.Rect;
import android.graphics.Typeface;
import io.reprise.phone.guest.Clock;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Draws the status bar (the phone's time, icons) and the navigation bar
 * (Back, Home, Recents, or the bar of gestures): simple, and the same at the same phone time.
 */
final class BarPainter {
  private static final int DARK = 0xde000000;
  private static final int LIGHT = 0xf2ffffff;

  private final Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);

  /** Draws the bars that are shown. */
  void draw(Canvas c) {
    SystemBars bars = SystemBars.get();
    float dp = bars.density() / 160f;
    Rect status = bars.status();
    if (!status.isEmpty()) status(c, status, dp, bars.lightStatus(), bars.statusBack());
    Rect navigation = bars.navigation();
    if (!navigation.isEmpty()) {
      navigation(c, navigation, dp, bars.lightNavigation(), bars.navigationBack());
    }
  }

  private void fill(Canvas c, Rect r, int color) {
    paint.setStyle(Paint.Style.FILL);
    paint.setColor(color);
    c.drawRect(r, paint);
  }

  private void status(Canvas c, Rect r, float dp, boolean light, boolean back) {
    if (back) fill(c, r, Color.BLACK);
    paint.setStyle(Paint.Style.FILL);
    paint.setColor(light && !back ? DARK : LIGHT);
    paint.setTypeface(Typeface.create("sans-serif-medium", Typeface.NORMAL));
    paint.setTextSize(13 * dp);
    String clock = clock();
    c.drawText(clock, r.left + 12 * dp, r.top + 17 * dp, paint);
    StatusIcons.draw(c, paint, r, dp, r.left + 12 * dp + paint.measureText(clock));
  }

  private static String clock() {
    Calendar now = Calendar.getInstance(TimeZone.getDefault(), Locale.US);
    now.setTimeInMillis(Clock.realtimeNanos() / 1_000_000);
    return String.format(Locale.US, "%d:%02d", now.get(Calendar.HOUR_OF_DAY),
        now.get(Calendar.MINUTE));
  }

  private void navigation(Canvas c, Rect r, float dp, boolean light, boolean back) {
    if (back) fill(c, r, Color.BLACK);
    paint.setColor(light && !back ? DARK : LIGHT);
    float u = 7 * dp;
    if (NavigationMode.gestural()) {
      paint.setStyle(Paint.Style.FILL);
      c.drawRoundRect(r.exactCenterX() - 54 * dp, r.exactCenterY() - 2 * dp, r.exactCenterX() + 54 * dp,
          r.exactCenterY() + 2 * dp, 2 * dp, 2 * dp, paint);
      return;
    }
    for (NavigationButton b : NavigationButton.values()) {
      Rect at = b.bounds(r);
      float x = at.exactCenterX();
      float y = at.exactCenterY();
      switch (b) {
        case BACK -> {
          Path p = new Path();
          if (SystemBars.get().keyboard().isEmpty()) {
            p.moveTo(x - u, y);
            p.lineTo(x + 0.7f * u, y - u);
            p.lineTo(x + 0.7f * u, y + u);
          } else {
            // It puts the keyboard away.
            p.moveTo(x, y + u);
            p.lineTo(x - u, y - 0.7f * u);
            p.lineTo(x + u, y - 0.7f * u);
          }
          p.close();
          paint.setStyle(Paint.Style.FILL);
          c.drawPath(p, paint);
        }
        case HOME -> {
          paint.setStyle(Paint.Style.FILL);
          c.drawCircle(x, y, u, paint);
        }
        case RECENTS -> {
          paint.setStyle(Paint.Style.FILL);
          c.drawRoundRect(x - 0.85f * u, y - 0.85f * u, x + 0.85f * u, y + 0.85f * u, dp, dp, paint);
        }
      }
    }
  }
}
