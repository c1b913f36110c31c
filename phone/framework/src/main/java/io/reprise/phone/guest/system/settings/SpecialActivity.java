package io.reprise.phone.guest.system.settings;

import android.os.Bundle;
import android.provider.Settings;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.packages.Permissions;
import io.reprise.phone.guest.system.Page;
import java.util.Map;
import java.util.Set;

/** Special access: what an app gets only by a switch in the settings (overlays, exact alarms, all files, ...). */
public class SpecialActivity extends Page {
  private record Kind(String permission, String title, String allow) {}

  private static final String P = "android.permission.";
  private static final Map<String, Kind> KINDS = Map.of(
      Settings.ACTION_MANAGE_OVERLAY_PERMISSION,
      new Kind(P + "SYSTEM_ALERT_WINDOW", "Display over other apps", "Allow display over other apps"),
      Settings.ACTION_MANAGE_WRITE_SETTINGS,
      new Kind(P + "WRITE_SETTINGS", "Modify system settings", "Allow modifying system settings"),
      Settings.ACTION_REQUEST_SCHEDULE_EXACT_ALARM,
      new Kind(P + "SCHEDULE_EXACT_ALARM", "Alarms & reminders", "Allow setting alarms and reminders"),
      Settings.ACTION_MANAGE_APP_ALL_FILES_ACCESS_PERMISSION,
      new Kind(P + "MANAGE_EXTERNAL_STORAGE", "All files access", "Allow access to manage all files"),
      Settings.ACTION_MANAGE_ALL_FILES_ACCESS_PERMISSION,
      new Kind(P + "MANAGE_EXTERNAL_STORAGE", "All files access", "Allow access to manage all files"),
      Settings.ACTION_MANAGE_UNKNOWN_APP_SOURCES,
      new Kind(P + "REQUEST_INSTALL_PACKAGES", "Install unknown apps", "Allow from this source"),
      Settings.ACTION_USAGE_ACCESS_SETTINGS,
      new Kind(P + "PACKAGE_USAGE_STATS", "Usage access", "Permit usage access"));

  public static final Set<String> ACTIONS = KINDS.keySet();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Kind kind = KINDS.get(String.valueOf(getIntent().getAction()));
    if (kind == null) {
      finish();
      return;
    }
    setTitle(kind.title());
    row(null, App.current().info().loadLabel(getPackageManager()), App.name(), null);
    boolean asks = App.current().parsed().requestedPermissions.contains(kind.permission());
    if (!asks) {
      note("This app does not ask for it.");
      return;
    }
    toggle(kind.allow(), null, Grants.has(kind.permission()),
        on -> Grants.switched(kind.permission(), on));
    if (!Permissions.special(kind.permission())) note("It has this since it was installed.");
  }
}
