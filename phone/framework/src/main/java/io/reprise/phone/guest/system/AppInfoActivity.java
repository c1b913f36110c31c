package io.reprise.phone.guest.system;

import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Bundle;
import android.provider.Settings;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.packages.Permissions;
import java.util.Locale;

/** The page "App info" of the settings: what an app is, and switches for the permissions of the one in front. */
public class AppInfoActivity extends Page {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setTitle("App info");
    Uri data = getIntent().getData();
    String given = getIntent().getStringExtra(Settings.EXTRA_APP_PACKAGE);
    String name = data != null ? data.getSchemeSpecificPart() : given != null ? given : App.name();
    try {
      PackageManager packages = getPackageManager();
      PackageInfo info = packages.getPackageInfo(name, 0);
      CharSequence label = packages.getApplicationLabel(info.applicationInfo);
      row(new Letter(label), label, name, null);
      if (name.equals(App.name())) permissions();
      else note("Its permissions are shown here while it is in front.");
      header("Version");
      note("version " + info.versionName);
    } catch (PackageManager.NameNotFoundException e) {
      note("The app " + name + " is not installed.");
    }
  }

  /** ACCESS_FINE_LOCATION is "Access fine location". */
  private static String title(String permission) {
    String words = permission.substring(permission.lastIndexOf('.') + 1).replace('_', ' ');
    return words.charAt(0) + words.substring(1).toLowerCase(Locale.ROOT);
  }

  private void permissions() {
    header("Permissions");
    boolean any = false;
    for (String p : App.current().parsed().requestedPermissions) {
      if (!Permissions.runtime(p) && !Permissions.special(p)) continue;
      any = true;
      toggle(title(p), Permissions.special(p) ? "Special access" : "Lets it " + Permissions.question(p), Grants.has(p),
          on -> Grants.switched(p, on));
    }
    if (!any) note("No permissions requested");
  }
}
