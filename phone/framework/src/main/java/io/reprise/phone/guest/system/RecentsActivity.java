package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.Gravity;
import android.view.View;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import io.reprise.phone.guest.activity.Recents;

/** The recent apps, the last one first: a tap brings one back, its cross closes it. */
public class RecentsActivity extends Activity {
  private LinearLayout list;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    list = new LinearLayout(this);
    list.setOrientation(LinearLayout.VERTICAL);
    list.setPadding(dp(16), dp(40), dp(16), dp(16));
    ScrollView scroll = new ScrollView(this);
    scroll.setBackgroundColor(0xff22313f);
    scroll.setFillViewport(true);
    scroll.addView(list);
    setContentView(scroll);
    getWindow().setStatusBarColor(0xff22313f);
    show();
  }

  @Override
  protected void onNewIntent(Intent intent) {
    show();
  }

  @Override
  protected void onResume() {
    super.onResume();
    show();
  }

  private void show() {
    list.removeAllViews();
    for (Recents.Entry e : Recents.list()) list.addView(card(e));
    if (list.getChildCount() == 0) {
      TextView none = words("No recent items", 18);
      none.setGravity(Gravity.CENTER);
      list.addView(none, -1, -1);
      return;
    }
    TextView clear = words("Clear all", 16);
    clear.setId(android.R.id.button1);
    clear.setGravity(Gravity.CENTER);
    clear.setPadding(0, dp(20), 0, dp(20));
    clear.setOnClickListener(v -> {
      for (Recents.Entry e : Recents.list()) Recents.close(e);
      show();
    });
    list.addView(clear);
  }

  private View card(Recents.Entry e) {
    LinearLayout card = new LinearLayout(this);
    card.setGravity(Gravity.CENTER_VERTICAL);
    card.setPadding(dp(16), dp(20), dp(8), dp(20));
    card.setBackgroundColor(0xff34495e);
    ImageView icon = new ImageView(this);
    icon.setImageDrawable(new Letter(e.label()));
    card.addView(icon, dp(40), dp(40));
    TextView name = words(e.label(), 18);
    name.setId(android.R.id.title);
    name.setPadding(dp(16), 0, 0, 0);
    card.addView(name, new LinearLayout.LayoutParams(0, -2, 1));
    TextView cross = words("\u2715", 20);
    cross.setId(android.R.id.closeButton);
    cross.setContentDescription("Close " + e.label());
    cross.setPadding(dp(16), dp(8), dp(16), dp(8));
    cross.setOnClickListener(v -> {
      Recents.close(e);
      show();
    });
    card.addView(cross);
    card.setContentDescription(e.label());
    card.setOnClickListener(v -> Recents.open(e));
    LinearLayout.LayoutParams at = new LinearLayout.LayoutParams(-1, -2);
    at.bottomMargin = dp(12);
    card.setLayoutParams(at);
    return card;
  }

  private TextView words(CharSequence s, int size) {
    TextView t = new TextView(this);
    t.setText(s);
    t.setTextSize(size);
    t.setTextColor(0xffffffff);
    return t;
  }

  private int dp(int n) {
    return Math.round(n * getResources().getDisplayMetrics().density);
  }
}
