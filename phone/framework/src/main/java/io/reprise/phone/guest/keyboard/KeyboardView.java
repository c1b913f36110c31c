package io.reprise.phone.guest.keyboard;

import android.content.Context;
import android.content.res.Configuration;
import android.widget.FrameLayout;
import io.reprise.phone.guest.keyboard.Key.Does;
import java.util.List;
import java.util.Locale;

/** The keyboard as it is seen: rows of keys, and what is held of it (shift, which layout). */
final class KeyboardView extends FrameLayout {
  private static final int SPACE_DP = 4;
  /** Two taps on Shift in so long lock it. */
  private static final long LOCK_MS = 300;

  private final int rowHeight;
  private final int below;
  private Typist typist;
  private KeyLayout layout = KeyLayout.LETTERS;
  private List<List<Key>> rows = List.of();
  private boolean shifted;
  private boolean locked;
  private long shiftedAt = -LOCK_MS;

  /** `below`: pixels under the keys, where the navigation bar is. */
  KeyboardView(Context context, int rowHeight, int below) {
    super(context);
    this.rowHeight = rowHeight;
    this.below = below;
    setBackgroundColor(colors().back());
    setMotionEventSplittingEnabled(true);
  }

  private int dp(int n) {
    return Math.round(n * getResources().getDisplayMetrics().density);
  }

  /** All of it, with what is below. */
  static int height(int rowHeight, int below, float density) {
    return 4 * rowHeight + Math.round(2 * SPACE_DP * density) + below;
  }

  /** Another field, or the same begun anew. */
  void begin(Typist typist) {
    if (typist == this.typist) return;
    this.typist = typist;
    locked = false;
    show(KeyLayout.of(typist.info().inputType));
    moved();
  }

  private void show(KeyLayout layout) {
    this.layout = layout;
    rows = layout.rows(typist.info().inputType);
    removeAllViews();
    for (List<Key> row : rows) {
      for (Key key : row) if (key.does() != Does.NONE) addView(new KeyView(getContext(), this, key));
    }
    requestLayout();
  }

  /** The cursor is elsewhere: capitals as the field wants them. */
  void moved() {
    if (typist == null || locked || layout != KeyLayout.LETTERS) return;
    shift(typist.capital());
  }

  private void shift(boolean on) {
    if (shifted == on) return;
    shifted = on;
    for (int i = 0; i < getChildCount(); i++) ((KeyView) getChildAt(i)).describe();
  }

  KeyColors colors() {
    int night = getResources().getConfiguration().uiMode & Configuration.UI_MODE_NIGHT_MASK;
    return night == Configuration.UI_MODE_NIGHT_YES ? KeyColors.DARK : KeyColors.LIGHT;
  }

  /** What a key types now. */
  String letter(Key key) {
    return shifted && layout == KeyLayout.LETTERS ? key.label().toUpperCase(Locale.ROOT) : key.label();
  }

  boolean shifted() {
    return shifted;
  }

  boolean locked() {
    return locked;
  }

  /** True while a password is typed. */
  boolean secret() {
    return typist.password();
  }

  int action() {
    return typist.action();
  }

  boolean hasAction() {
    return action() != Ime.NONE;
  }

  String enterWords() {
    if (typist.info().actionLabel != null) return typist.info().actionLabel.toString();
    return switch (action()) {
      case Ime.GO -> "Go";
      case Ime.SEARCH -> "Search";
      case Ime.SEND -> "Send";
      case Ime.NEXT -> "Next";
      case Ime.DONE -> "Done";
      case Ime.PREVIOUS -> "Previous";
      default -> "Enter";
    };
  }

  void press(Key key) {
    if (key.does() != Does.SHIFT) shiftedAt = -LOCK_MS;
    switch (key.does()) {
      case TYPE -> {
        String text = letter(key);
        if (!locked && layout == KeyLayout.LETTERS) shift(false);
        typist.type(text);
        moved();
      }
      case SPACE -> {
        typist.type(" ");
        moved();
      }
      case DELETE -> {
        typist.delete();
        moved();
      }
      case ENTER -> typist.enter();
      case SHIFT -> {
        long now = android.os.SystemClock.uptimeMillis();
        locked = !locked && now - shiftedAt < LOCK_MS;
        shiftedAt = now;
        if (locked && shifted) shifted = false;
        shift(locked || !shifted);
      }
      case LETTERS -> {
        show(KeyLayout.LETTERS);
        moved();
      }
      case SYMBOLS -> show(KeyLayout.SYMBOLS);
      case MORE -> show(KeyLayout.MORE);
      default -> { }
    }
  }

  @Override
  protected void onMeasure(int width, int height) {
    float density = getResources().getDisplayMetrics().density;
    setMeasuredDimension(MeasureSpec.getSize(width), height(rowHeight, below, density));
    for (int i = 0; i < getChildCount(); i++) {
      getChildAt(i).measure(MeasureSpec.makeMeasureSpec(0, MeasureSpec.UNSPECIFIED),
          MeasureSpec.makeMeasureSpec(rowHeight, MeasureSpec.EXACTLY));
    }
  }

  @Override
  protected void onLayout(boolean changed, int left, int top, int right, int bottom) {
    int side = dp(2);
    int child = 0;
    int y = dp(SPACE_DP);
    for (List<Key> row : rows) {
      float all = 0;
      for (Key key : row) all += key.width();
      float unit = (right - left - 2f * side) / all;
      float x = side;
      for (Key key : row) {
        float next = x + key.width() * unit;
        if (key.does() != Does.NONE) {
          getChildAt(child++).layout(Math.round(x), y, Math.round(next), y + rowHeight);
        }
        x = next;
      }
      y += rowHeight;
    }
  }
}
