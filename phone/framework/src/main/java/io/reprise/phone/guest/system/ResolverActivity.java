package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.graphics.drawable.Drawable;
import android.os.Bundle;
import android.view.Gravity;
import android.view.ViewGroup;
import android.view.WindowManager;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import io.reprise.phone.guest.packages.Packages;
import java.util.ArrayList;
import java.util.List;

/** Asks who shall answer an intent that several do, as Android's own ResolverActivity does. */
public class ResolverActivity extends Activity {
  /** One that could answer, and what it is sent. */
  protected record Target(CharSequence label, Drawable icon, Intent intent) {}

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    begin();
  }

  /** Shows those that answer the intent. */
  protected void begin() {
    Intent asked = new Intent(getIntent()).setComponent(null);
    List<Target> targets = new ArrayList<>();
    add(targets, asked, List.of());
    show(String.valueOf(asked.getAction()).equals(Intent.ACTION_VIEW) ? "Open with" : "Complete action using", targets);
  }

  /** All that answer it, but for some. */
  protected final void add(List<Target> to, Intent intent, List<ComponentName> except) {
    PackageManager p = getPackageManager();
    for (ResolveInfo r : p.queryIntentActivities(intent, PackageManager.MATCH_DEFAULT_ONLY)) {
      ComponentName name = new ComponentName(r.activityInfo.packageName, r.activityInfo.name);
      if (except.contains(name)) continue;
      to.add(new Target(r.activityInfo.loadLabel(p), icon(r), new Intent(intent).setComponent(name)));
    }
  }

  private Drawable icon(ResolveInfo r) {
    CharSequence label = r.activityInfo.loadLabel(getPackageManager());
    boolean ours = r.activityInfo.packageName.equals(Packages.OURS);
    return ours || r.activityInfo.getIconResource() == 0 ? new Letter(label)
        : r.activityInfo.loadIcon(getPackageManager());
  }

  protected final void show(CharSequence title, List<Target> targets) {
    getWindow().setLayout(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.WRAP_CONTENT);
    WindowManager.LayoutParams at = getWindow().getAttributes();
    at.gravity = Gravity.BOTTOM;
    getWindow().setAttributes(at);
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    all.setPadding(0, dp(20), 0, dp(12));
    TextView head = words(targets.isEmpty() ? "No apps can perform this action." : title, 18);
    head.setId(android.R.id.title);
    head.setPadding(dp(24), 0, dp(24), dp(12));
    all.addView(head);
    for (Target t : targets) all.addView(row(t));
    ScrollView scroll = new ScrollView(this);
    scroll.addView(all);
    setContentView(scroll);
  }

  private LinearLayout row(Target t) {
    LinearLayout row = new LinearLayout(this);
    row.setGravity(Gravity.CENTER_VERTICAL);
    row.setMinimumHeight(dp(60));
    row.setPadding(dp(24), dp(6), dp(24), dp(6));
    ImageView image = new ImageView(this);
    image.setId(android.R.id.icon);
    image.setImageDrawable(t.icon());
    LinearLayout.LayoutParams place = new LinearLayout.LayoutParams(dp(40), dp(40));
    place.setMarginEnd(dp(16));
    row.addView(image, place);
    TextView label = words(t.label(), 16);
    label.setId(android.R.id.text1);
    row.addView(label);
    row.setOnClickListener(v -> choose(t));
    return row;
  }

  private TextView words(CharSequence s, int size) {
    TextView t = new TextView(this, null, android.R.attr.textAppearanceListItem);
    t.setText(s);
    t.setTextSize(size);
    return t;
  }

  private int dp(int n) {
    return Math.round(n * getResources().getDisplayMetrics().density);
  }

  /** The user wants this one; its result goes to who asked. */
  protected void choose(Target t) {
    startActivity(t.intent().addFlags(Intent.FLAG_ACTIVITY_FORWARD_RESULT));
    finish();
  }
}
