package io.reprise.phone.guest.window;

import android.app.Notification;
import android.content.Context;
import android.graphics.Typeface;
import android.graphics.drawable.GradientDrawable;
import android.view.Gravity;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import android.widget.Button;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.ProgressBar;
import android.widget.ScrollView;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import reprise.PhoneSystem.PhoneNotice;
import reprise.PhoneSystem.PhoneShown;

/** What the shade looks like: a card for each notification, the newest on top; plain views of Android. */
final class ShadeView extends FrameLayout {
  private final Shade shade;
  private final LinearLayout list;

  private record Row(PhoneShown by, PhoneNotice notice) {}

  ShadeView(Context context, Shade shade) {
    super(context);
    this.shade = shade;
    setBackgroundColor(0x99000000);
    setOnClickListener(v -> shade.close());
    list = new LinearLayout(context);
    list.setOrientation(LinearLayout.VERTICAL);
    list.setPadding(dp(8), dp(8), dp(8), dp(8));
    ScrollView scroll = new ScrollView(context);
    scroll.addView(list);
    LayoutParams p = new LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT, Gravity.TOP);
    p.topMargin = SystemBars.get().status().height();
    p.bottomMargin = SystemBars.get().navigation().height();
    addView(scroll, p);
  }

  private int dp(int n) {
    return Math.round(n * getResources().getDisplayMetrics().density);
  }

  @Override
  public boolean dispatchKeyEvent(KeyEvent e) {
    if (e.getKeyCode() != KeyEvent.KEYCODE_BACK) return super.dispatchKeyEvent(e);
    if (e.getAction() == KeyEvent.ACTION_UP) shade.close();
    return true;
  }

  void show(List<PhoneShown> all) {
    list.removeAllViews();
    List<Row> rows = new ArrayList<>();
    boolean clearable = false;
    for (PhoneShown s : all) for (PhoneNotice n : s.getNoticesList()) rows.add(new Row(s, n));
    rows.removeIf(r -> summary(r, rows));
    rows.sort(Comparator.<Row>comparingLong(r -> -r.notice.getPostedMs())
        .thenComparing(r -> r.by.getPackageName()).thenComparing(r -> -r.notice.getId()));
    for (Row r : rows) {
      list.addView(card(r), margins());
      clearable |= clearable(r.notice);
    }
    if (rows.isEmpty()) {
      TextView none = text("No notifications", 14, 0xffffffff);
      none.setGravity(Gravity.CENTER);
      none.setPadding(0, dp(24), 0, dp(24));
      list.addView(none);
    }
    if (!clearable) return;
    Button clear = new Button(getContext());
    clear.setText("Clear all");
    clear.setContentDescription("Clear all notifications.");
    clear.setOnClickListener(v -> shade.clearAll());
    LinearLayout.LayoutParams p = margins();
    p.width = LinearLayout.LayoutParams.WRAP_CONTENT;
    p.gravity = Gravity.END;
    list.addView(clear, p);
  }

  /** The summary of a group is for those who do not show what is in it. */
  private static boolean summary(Row r, List<Row> rows) {
    if ((r.notice.getFlags() & Notification.FLAG_GROUP_SUMMARY) == 0) return false;
    return rows.stream().anyMatch(o -> o != r && o.by == r.by && o.notice.getGroup().equals(r.notice.getGroup()));
  }

  private static boolean clearable(PhoneNotice n) {
    return (n.getFlags() & (Notification.FLAG_ONGOING_EVENT | Notification.FLAG_NO_CLEAR)) == 0;
  }

  private LinearLayout.LayoutParams margins() {
    LinearLayout.LayoutParams p = new LinearLayout.LayoutParams(LinearLayout.LayoutParams.MATCH_PARENT,
        LinearLayout.LayoutParams.WRAP_CONTENT);
    p.topMargin = dp(4);
    return p;
  }

  private TextView text(String s, int size, int color) {
    TextView t = new TextView(getContext());
    t.setText(s);
    t.setTextSize(size);
    t.setTextColor(color);
    return t;
  }

  private View card(Row r) {
    PhoneNotice n = r.notice;
    LinearLayout card = new LinearLayout(getContext());
    card.setOrientation(LinearLayout.VERTICAL);
    card.setPadding(dp(16), dp(10), dp(16), dp(10));
    GradientDrawable round = new GradientDrawable();
    round.setColor(0xfff8f9fa);
    round.setCornerRadius(dp(12));
    card.setBackground(round);
    card.addView(text(r.by.getLabel(), 12, 0xff5f6368));
    if (!n.getTitle().isEmpty()) {
      TextView title = text(n.getTitle(), 15, 0xff202124);
      title.setTypeface(Typeface.DEFAULT_BOLD);
      card.addView(title);
    }
    if (!n.getText().isEmpty()) card.addView(text(n.getText(), 14, 0xff3c4043));
    if (n.getProgressMax() > 0) {
      ProgressBar bar = new ProgressBar(getContext(), null, android.R.attr.progressBarStyleHorizontal);
      bar.setMax(n.getProgressMax());
      bar.setProgress(n.getProgress());
      card.addView(bar, margins());
    }
    if (n.getActionsCount() > 0) card.addView(actions(r));
    card.setOnClickListener(v -> shade.act(r.by.getPackageName(), n, List.of("tap", n.getKey())));
    if (clearable(n)) card.setOnTouchListener(new Swipe(card, () ->
        shade.act(r.by.getPackageName(), n, List.of("clear", n.getKey()))));
    return card;
  }

  private View actions(Row r) {
    LinearLayout row = new LinearLayout(getContext());
    for (int i = 0; i < r.notice.getActionsCount(); i++) {
      int at = i;
      Button b = new Button(getContext(), null, android.R.attr.borderlessButtonStyle);
      b.setText(r.notice.getActions(i).getTitle());
      b.setAllCaps(false);
      b.setOnClickListener(v -> shade.act(r.by.getPackageName(), r.notice,
          List.of("act", r.notice.getKey(), String.valueOf(at))));
      row.addView(b);
    }
    return row;
  }

  /** A card that is dragged to the side is taken away. */
  private static final class Swipe implements OnTouchListener {
    private final View card;
    private final Runnable away;
    private float from;

    Swipe(View card, Runnable away) {
      this.card = card;
      this.away = away;
    }

    @Override
    public boolean onTouch(View v, MotionEvent e) {
      int action = e.getActionMasked();
      float moved = e.getRawX() - from;
      if (action == MotionEvent.ACTION_DOWN) from = e.getRawX();
      card.setTranslationX(action == MotionEvent.ACTION_MOVE ? moved : 0);
      if (action == MotionEvent.ACTION_UP && Math.abs(moved) > card.getWidth() / 3f) {
        // No click any more.
        e.setAction(MotionEvent.ACTION_CANCEL);
        v.post(away);
      }
      return false;
    }
  }
}
