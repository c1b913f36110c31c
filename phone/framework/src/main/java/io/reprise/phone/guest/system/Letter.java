package io.reprise.phone.guest.system;

import android.graphics.Canvas;
import android.graphics.ColorFilter;
import android.graphics.Paint;
import android.graphics.PixelFormat;
import android.graphics.drawable.Drawable;

/** A coloured disc with the first letter of a name: the picture of a contact or an app that has none. */
public final class Letter extends Drawable {
  private static final int[] COLORS = {0xff1a73e8, 0xff188038, 0xffd93025, 0xff9334e6, 0xff007b83, 0xffe8710a};

  private final String letter;
  private final Paint disc = new Paint(Paint.ANTI_ALIAS_FLAG);
  private final Paint ink = new Paint(Paint.ANTI_ALIAS_FLAG);

  public Letter(CharSequence name) {
    String s = String.valueOf(name).strip();
    letter = s.isEmpty() ? "?" : s.substring(0, s.offsetByCodePoints(0, 1)).toUpperCase();
    disc.setColor(COLORS[Math.floorMod(s.hashCode(), COLORS.length)]);
    ink.setColor(0xffffffff);
    ink.setTextAlign(Paint.Align.CENTER);
  }

  @Override
  public void draw(Canvas canvas) {
    float x = getBounds().exactCenterX();
    float y = getBounds().exactCenterY();
    float radius = Math.min(getBounds().width(), getBounds().height()) / 2f;
    canvas.drawCircle(x, y, radius, disc);
    ink.setTextSize(radius);
    canvas.drawText(letter, x, y - (ink.ascent() + ink.descent()) / 2, ink);
  }

  @Override
  public void setAlpha(int alpha) {
    disc.setAlpha(alpha);
  }

  @Override
  public void setColorFilter(ColorFilter filter) {
    disc.setColorFilter(filter);
  }

  @Override
  public int getOpacity() {
    return PixelFormat.TRANSLUCENT;
  }
}
