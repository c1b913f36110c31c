package io.reprise.phone.guest.system;

import android.net.Uri;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.app.Observers;
import io.reprise.phone.guest.feed.location.Locations;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.window.Device;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneSetting;

/** The rows of Android's settings, in this process. Any thread. */
public final class SettingsTable {
  private static final Map<String, String> ROWS = new ConcurrentHashMap<>();
  private static final String[][] NEW_PHONE = {
    {"secure", "default_input_method", "com.android.inputmethod.latin/.LatinIME"},
    {"secure", "enabled_input_methods", "com.android.inputmethod.latin/.LatinIME"},
    {"secure", "android_id", "9774d56d682e549c"},
    {"secure", "location_mode", "3"},
    {"secure", "location_providers_allowed", "gps,network"},
    {"secure", "user_setup_complete", "1"},
    {"secure", "voice_recognition_service", "io.reprise.phone/.Voice"},
    {"secure", "accessibility_enabled", "0"},
    {"secure", "long_press_timeout", "400"},
    {"system", "screen_brightness", "128"},
    {"system", "screen_brightness_mode", "0"},
    {"system", "screen_off_timeout", "60000"},
    {"system", "accelerometer_rotation", "0"},
    {"system", "user_rotation", "0"},
    {"system", "font_scale", "1.0"},
    {"system", "haptic_feedback_enabled", "1"},
    {"system", "sound_effects_enabled", "1"},
    {"system", "volume_music", "5"},
    {"system", "volume_ring", "5"},
    {"global", "airplane_mode_on", "0"},
    {"global", "adb_enabled", "1"},
    {"global", "auto_time", "1"},
    {"global", "auto_time_zone", "1"},
    {"global", "bluetooth_on", "0"},
    {"global", "wifi_on", "1"},
    {"global", "data_roaming", "0"},
    {"global", "device_provisioned", "1"},
    {"global", "development_settings_enabled", "1"},
    {"global", "mode_ringer", "2"},
    {"global", "stay_on_while_plugged_in", "0"},
    {"global", "animator_duration_scale", "1.0"},
    {"global", "transition_animation_scale", "1.0"},
    {"global", "window_animation_scale", "1.0"},
  };

  private SettingsTable() {}

  /** A new app: a new phone's rows, and those that differ. */
  public static void begin(Iterable<PhoneSetting> differ) {
    ROWS.clear();
    for (String[] r : NEW_PHONE) ROWS.put(r[0] + "/" + r[1], r[2]);
    for (PhoneSetting s : differ) set(s);
  }

  private static void set(PhoneSetting s) {
    if (s.hasValue()) ROWS.put(s.getTable() + "/" + s.getName(), s.getValue());
    else ROWS.remove(s.getTable() + "/" + s.getName());
  }

  /** A row changed elsewhere. */
  public static void update(PhoneSetting s) {
    set(s);
    changed(s.getTable(), s.getName());
  }

  public static String get(String table, String name) {
    return name == null ? null : ROWS.get(table + "/" + name);
  }

  /** The app changes a row. */
  public static boolean put(String table, String name, String value) {
    String permission = table.equals("system") ? "android.permission.WRITE_SETTINGS"
        : "android.permission.WRITE_SECURE_SETTINGS";
    if (!Grants.has(permission)) {
      throw new SecurityException(table.equals("system")
          ? io.reprise.phone.guest.App.name() + " was not granted  this permission: " + permission + "."
          : "Permission denial: writing to settings requires:" + permission);
    }
    change(table, name, value);
    return true;
  }

  /** The user, or who may, changes a row. */
  public static void change(String table, String name, String value) {
    PhoneSetting.Builder s = PhoneSetting.newBuilder().setTable(table).setName(name);
    if (value != null) s.setValue(value);
    set(s.build());
    News.send(PhoneReply.newBuilder().setChanged(PhoneReply.Changed.newBuilder().addSettings(s)));
    changed(table, name);
  }

  private static void changed(String table, String name) {
    Observers.changed(Uri.parse("content://settings/" + table + "/" + name));
    if (table.equals("secure") && name.equals("location_mode")) Locations.switched();
    if (table.equals("secure") && name.equals("navigation_mode")) {
      MainThread.handler().post(Device.get()::remeasure);
    }
  }
}
