package io.reprise.phone.guest.keyboard;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Typeface;
import android.view.MotionEvent;
import android.view.View;
import io.reprise.phone.guest.keyboard.Key.Does;

/** One key, drawn and touched by itself, so that several fingers can type. */
final class KeyView extends View {
  /** How long Delete is held until it repeats, and between repeats. */
  private static final int HELD_MS = 400;
  private static final int REPEAT_MS = 50;

  final Key key;
  private final KeyboardView keyboard;
  private final Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);
  private final float dp;
  private boolean down;

  KeyView(Context context, KeyboardView keyboard, Key key) {
    super(context);
    this.keyboard = keyboard;
    this.key = key;
    dp = getResources().getDisplayMetrics().density;
    setClickable(true);
    // Not the thing that rings: sound is the device's.
    setSoundEffectsEnabled(false);
    describe();
  }

  /** What people and tests know it by. */
  void describe() {
    setContentDescription(key.does() == Does.TYPE ? keyboard.letter(key)
        : key.does() == Does.ENTER ? keyboard.enterWords() : key.does().words);
    invalidate();
  }

  @Override
  public CharSequence getAccessibilityClassName() {
    return "android.widget.Button";
  }

  private final Runnable repeat = new Runnable() {
    @Override
    public void run() {
      keyboard.press(key);
      postDelayed(this, REPEAT_MS);
    }
  };

  @Override
  public boolean onTouchEvent(MotionEvent e) {
    int action = e.getActionMasked();
    if (action == MotionEvent.ACTION_DOWN) {
      down = true;
      if (key.does() == Does.DELETE) {
        keyboard.press(key);
        postDelayed(repeat, HELD_MS);
      }
    } else if (action == MotionEvent.ACTION_UP) {
      boolean typed = down && key.does() != Does.DELETE;
      end();
      if (typed) keyboard.press(key);
    } else if (action == MotionEvent.ACTION_CANCEL) {
      end();
    }
    invalidate();
    return true;
  }

  private void end() {
    down = false;
    removeCallbacks(repeat);
  }

  @Override
  protected void onDetachedFromWindow() {
    super.onDetachedFromWindow();
    end();
  }

  @Override
  protected void onDraw(Canvas c) {
    KeyColors colors = keyboard.colors();
    boolean action = key.does() == Does.ENTER && keyboard.hasAction();
    boolean plain = key.does() == Does.TYPE || key.does() == Does.SPACE;
    float left = 2.5f * dp;
    float top = 4 * dp;
    float right = getWidth() - 2.5f * dp;
    float bottom = getHeight() - 4 * dp;
    float round = 6 * dp;
    paint.setStyle(Paint.Style.FILL);
    paint.setColor(colors.shadow());
    c.drawRoundRect(left, top + dp, right, bottom + dp, round, round, paint);
    // A password is not shown by the key that is pressed.
    boolean pressed = down && !keyboard.secret();
    paint.setColor(action ? colors.action() : pressed ? colors.pressed() : plain ? colors.key() : colors.special());
    c.drawRoundRect(left, top, right, bottom, round, round, paint);
    paint.setColor(action ? colors.onAction() : colors.text());
    float x = getWidth() / 2f;
    float y = getHeight() / 2f;
    String label = key.does() == Does.TYPE ? keyboard.letter(key) : key.label();
    if (!label.isEmpty()) {
      paint.setTypeface(Typeface.create(key.does() == Does.TYPE ? "sans-serif" : "sans-serif-medium", Typeface.NORMAL));
      paint.setTextAlign(Paint.Align.CENTER);
      paint.setTextSize((key.does() == Does.TYPE ? 22 : 14) * dp);
      Paint.FontMetrics m = paint.getFontMetrics();
      c.drawText(label, x, y - (m.ascent + m.descent) / 2, paint);
      return;
    }
    KeyIcons.draw(c, paint, key.does(), keyboard, x, y, dp);
  }
}
