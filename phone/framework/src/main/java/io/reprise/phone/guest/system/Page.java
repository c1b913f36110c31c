package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.res.Configuration;
import android.content.res.TypedArray;
import android.graphics.drawable.Drawable;
import android.os.Bundle;
import android.text.TextUtils;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup;
import android.view.WindowInsetsController;
import android.widget.Button;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.Switch;
import android.widget.TextView;

/**
 * A screen of the phone's own apps: an action bar with a way back, rows that
 * scroll, and buttons below. Views have Android's own ids (title, summary,
 * icon, button1), so that scripts find them.
 */
public abstract class Page extends Activity {
  /** Rows. */
  protected LinearLayout page;
  /** What stays below them. */
  protected LinearLayout bottom;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    if (getActionBar() != null) getActionBar().setDisplayHomeAsUpEnabled(true);
    LinearLayout all = column();
    page = column();
    bottom = column();
    ScrollView scroll = new ScrollView(this);
    scroll.setFillViewport(true);
    scroll.addView(page);
    all.addView(scroll, new LinearLayout.LayoutParams(-1, 0, 1));
    all.addView(bottom);
    setContentView(all);
    boolean dark = (getResources().getConfiguration().uiMode & Configuration.UI_MODE_NIGHT_MASK)
        == Configuration.UI_MODE_NIGHT_YES;
    int look = WindowInsetsController.APPEARANCE_LIGHT_STATUS_BARS;
    if (!dark) getWindow().getInsetsController().setSystemBarsAppearance(look, look);
  }

  @Override
  public boolean onNavigateUp() {
    onBackPressed();
    return true;
  }

  protected final int dp(float n) {
    return Math.round(n * getResources().getDisplayMetrics().density);
  }

  protected final LinearLayout column() {
    LinearLayout l = new LinearLayout(this);
    l.setOrientation(LinearLayout.VERTICAL);
    return l;
  }

  protected final LinearLayout line() {
    LinearLayout l = new LinearLayout(this);
    l.setGravity(Gravity.CENTER_VERTICAL);
    return l;
  }

  /** A colour or drawable that the theme has. */
  protected final int color(int attribute) {
    TypedArray a = obtainStyledAttributes(new int[] {attribute});
    try {
      return a.getColor(0, 0xff888888);
    } finally {
      a.recycle();
    }
  }

  private Drawable ripple() {
    TypedArray a = obtainStyledAttributes(new int[] {android.R.attr.selectableItemBackground});
    try {
      return a.getDrawable(0);
    } finally {
      a.recycle();
    }
  }

  protected final TextView text(CharSequence s, float size, int color) {
    TextView t = new TextView(this);
    t.setText(s);
    t.setTextSize(size);
    t.setTextColor(color(color));
    return t;
  }

  /** Words between the rows. */
  protected final TextView note(CharSequence s) {
    TextView t = text(s, 14, android.R.attr.textColorSecondary);
    t.setPadding(dp(24), dp(12), dp(24), dp(12));
    page.addView(t);
    return t;
  }

  /** The title of the rows below. */
  protected final void header(CharSequence s) {
    TextView t = text(s, 14, android.R.attr.colorAccent);
    t.setPadding(dp(24), dp(20), dp(24), dp(4));
    page.addView(t);
  }

  /** A row with words, and with a picture if there is one. */
  protected final LinearLayout row(Drawable icon, CharSequence title, CharSequence summary, View.OnClickListener tap) {
    LinearLayout row = line();
    row.setMinimumHeight(dp(64));
    row.setPadding(dp(24), dp(10), dp(24), dp(10));
    if (icon != null) {
      ImageView image = new ImageView(this);
      image.setId(android.R.id.icon);
      image.setImageDrawable(icon);
      LinearLayout.LayoutParams at = new LinearLayout.LayoutParams(dp(40), dp(40));
      at.setMarginEnd(dp(16));
      row.addView(image, at);
    }
    LinearLayout words = column();
    TextView first = text(title, 16, android.R.attr.textColorPrimary);
    first.setId(android.R.id.title);
    first.setMaxLines(2);
    first.setEllipsize(TextUtils.TruncateAt.END);
    words.addView(first);
    if (!TextUtils.isEmpty(summary)) {
      TextView second = text(summary, 14, android.R.attr.textColorSecondary);
      second.setId(android.R.id.summary);
      words.addView(second);
    }
    row.addView(words, new LinearLayout.LayoutParams(0, -2, 1));
    if (tap != null) {
      row.setBackground(ripple());
      row.setOnClickListener(tap);
    }
    page.addView(row, new ViewGroup.LayoutParams(-1, -2));
    return row;
  }

  /** Told what a switch is now. */
  protected interface Switched {
    void to(boolean on);
  }

  /** A row with a switch; a tap anywhere on it switches. */
  protected final Switch toggle(CharSequence title, CharSequence summary, boolean on, Switched then) {
    Switch s = new Switch(this);
    s.setId(android.R.id.toggle);
    s.setContentDescription(title);
    s.setChecked(on);
    LinearLayout row = row(null, title, summary, v -> s.toggle());
    s.setOnCheckedChangeListener((v, now) -> then.to(now));
    row.addView(s);
    return s;
  }

  protected final Button button(ViewGroup to, int id, CharSequence words, View.OnClickListener tap) {
    Button b = new Button(this);
    b.setId(id);
    b.setText(words);
    b.setAllCaps(false);
    b.setOnClickListener(tap);
    to.addView(b);
    return b;
  }

  /** Buttons side by side at the end of the page. */
  protected final LinearLayout buttons() {
    LinearLayout l = line();
    l.setGravity(Gravity.END);
    l.setPadding(dp(16), dp(8), dp(16), dp(8));
    bottom.addView(l);
    return l;
  }
}
