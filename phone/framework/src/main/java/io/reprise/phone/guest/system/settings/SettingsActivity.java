package io.reprise.phone.guest.system.settings;

import android.app.Activity;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.system.AppInfoActivity;
import io.reprise.phone.guest.system.Letter;
import io.reprise.phone.guest.system.Page;
import io.reprise.phone.guest.system.SettingsTable;
import reprise.Phone.PhonePackage;

/** The settings: what can be set on this phone, and the switches behind the actions that mean one. */
public class SettingsActivity extends Page {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setTitle("Settings");
    String action = String.valueOf(getIntent().getAction());
    switch (action.substring(action.lastIndexOf('.') + 1)) {
      case "LOCATION_SOURCE_SETTINGS" -> location();
      case "WIFI_SETTINGS", "WIRELESS_SETTINGS", "AIRPLANE_MODE_SETTINGS" -> net();
      case "DISPLAY_SETTINGS" -> display();
      case "APPLICATION_SETTINGS", "MANAGE_APPLICATIONS_SETTINGS", "MANAGE_ALL_APPLICATIONS_SETTINGS" -> apps();
      case "SETTINGS" -> all();
      default -> {
        note("This page has nothing that can be set on this phone: " + action);
        all();
      }
    }
  }

  private void all() {
    location();
    net();
    display();
    header("System");
    row(null, "Date & time", "Time zone, formats", v -> open(DateActivity.class));
    row(null, "Languages", getResources().getConfiguration().getLocales().get(0).getDisplayName(),
        v -> open(LanguageActivity.class));
    apps();
  }

  private void open(Class<? extends Activity> page) {
    startActivity(new Intent(this, page));
  }

  private static boolean on(String table, String name) {
    String value = SettingsTable.get(table, name);
    return value != null && !value.equals("0");
  }

  private void location() {
    header("Location");
    toggle("Use location", null, on("secure", "location_mode"),
        is -> SettingsTable.change("secure", "location_mode", is ? "3" : "0"));
  }

  private void net() {
    header("Network & internet");
    toggle("Wi-Fi", null, on("global", "wifi_on"), is -> SettingsTable.change("global", "wifi_on", is ? "1" : "0"));
    toggle("Airplane mode", null, on("global", "airplane_mode_on"),
        is -> SettingsTable.change("global", "airplane_mode_on", is ? "1" : "0"));
  }

  private void display() {
    header("Display");
    toggle("Dark theme", null, (getResources().getConfiguration().uiMode & 0x30) == 0x20,
        is -> SettingsTable.change("secure", "ui_night_mode", is ? "2" : "1"));
  }

  private void apps() {
    header("Apps");
    for (PhonePackage p : App.current().attach().getPackagesList()) {
      String name = p.getManifest().getPackageName();
      String label = p.getManifest().getLabel().isEmpty() ? name : p.getManifest().getLabel();
      row(new Letter(label), label, name, v -> startActivity(new Intent(this, AppInfoActivity.class)
          .setData(Uri.fromParts("package", name, null))));
    }
  }
}
