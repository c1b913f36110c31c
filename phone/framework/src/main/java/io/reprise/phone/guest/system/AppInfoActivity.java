package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Bundle;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.packages.Permissions;
import java.util.List;

/** The page "App info" of the settings: what an app is, and the permissions it has; those of this app can be granted. */
public class AppInfoActivity extends Activity {
  private LinearLayout all;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    int pad = Math.round(24 * getResources().getDisplayMetrics().density);
    all.setPadding(pad, 2 * pad, pad, pad);
    ScrollView scroll = new ScrollView(this);
    scroll.addView(all);
    setContentView(scroll);
    show();
  }

  private void show() {
    all.removeAllViews();
    Uri data = getIntent().getData();
    String name = data == null ? App.name() : data.getSchemeSpecificPart();
    add("App info", 24);
    try {
      PackageManager packages = getPackageManager();
      PackageInfo info = packages.getPackageInfo(name, 0);
      add(String.valueOf(packages.getApplicationLabel(info.applicationInfo)), 20);
      add(name, 14);
      add("version " + info.versionName, 14);
    } catch (PackageManager.NameNotFoundException e) {
      add("The app " + name + " is not installed.", 14);
    }
    if (name.equals(App.name())) permissions();
    Button close = new Button(this);
    close.setText("Close");
    close.setOnClickListener(v -> finish());
    all.addView(close);
  }

  private void permissions() {
    for (String p : App.current().parsed().requestedPermissions) {
      if (!Permissions.runtime(p)) continue;
      String last = p.substring(p.lastIndexOf('.') + 1);
      add(last + (Grants.has(p) ? ": allowed" : ": not allowed"), 14);
      if (Grants.has(p)) continue;
      Button allow = new Button(this);
      allow.setText("Allow " + last);
      allow.setAllCaps(false);
      allow.setOnClickListener(v -> {
        Grants.decided(List.of(p), true);
        show();
      });
      all.addView(allow);
    }
  }

  private void add(String text, int size) {
    TextView t = new TextView(this);
    t.setText(text);
    t.setTextSize(size);
    all.addView(t);
  }
}
