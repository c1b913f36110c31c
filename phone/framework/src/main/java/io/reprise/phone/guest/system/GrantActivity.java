package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.widget.LinearLayout;
import android.widget.TextView;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.packages.Permissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Asks the user for permissions, group by group, as Android's permission controller does. */
public class GrantActivity extends Activity {
  private String[] names = {};
  private final Deque<Map.Entry<String, Set<String>>> groups = new ArrayDeque<>();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setFinishOnTouchOutside(false);
    String[] given = getIntent().getStringArrayExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_NAMES);
    if (given != null) names = given;
    Map<String, Set<String>> asked = new LinkedHashMap<>();
    for (String n : names) {
      if (Grants.has(n) || !Grants.canAsk(n)) continue;
      asked.computeIfAbsent(Permissions.question(n), k -> new LinkedHashSet<>()).add(n);
    }
    groups.addAll(asked.entrySet());
    next();
  }

  /** The next group, or the end. */
  private void next() {
    if (groups.isEmpty()) {
      Intent result = new Intent(PackageManager.ACTION_REQUEST_PERMISSIONS);
      int[] results = new int[names.length];
      for (int i = 0; i < names.length; i++) {
        results[i] = Grants.has(names[i]) ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
      }
      result.putExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_NAMES, names);
      result.putExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_RESULTS, results);
      setResult(RESULT_OK, result);
      finish();
      return;
    }
    Map.Entry<String, Set<String>> group = groups.peek();
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    int pad = dp(24);
    all.setPadding(pad, pad, pad, pad);
    TextView question = new TextView(this);
    question.setText("Allow " + label() + " to " + group.getKey() + "?");
    question.setTextSize(20);
    question.setPadding(0, 0, 0, dp(16));
    all.addView(question);
    if (Permissions.whileInUse(group.getValue().iterator().next())) {
      all.addView(button("While using the app", true));
      all.addView(button("Only this time", true));
    } else {
      all.addView(button("Allow", true));
    }
    all.addView(button("Don\u2019t allow", false));
    setContentView(all);
  }

  private CharSequence label() {
    return App.current().info().loadLabel(getPackageManager());
  }

  private TextView button(String text, boolean grants) {
    TextView b = new TextView(this);
    b.setText(text);
    b.setTextSize(16);
    b.setTextColor(0xff1a5fb4);
    b.setPadding(0, dp(14), 0, dp(14));
    b.setClickable(true);
    b.setFocusable(true);
    b.setOnClickListener(v -> {
      if (groups.isEmpty()) return; // all is decided, and it goes
      Grants.decided(groups.poll().getValue(), grants);
      next();
    });
    return b;
  }

  private int dp(int n) {
    return Math.round(n * getResources().getDisplayMetrics().density);
  }

  /** Back refuses nothing and grants nothing: the app asks again or not. */
  @Override
  public void onBackPressed() {
    groups.clear();
    next();
  }
}
