package io.reprise.phone.guest.system.settings;

import android.app.AlertDialog;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Bundle;
import android.provider.Settings;
import android.text.format.DateFormat;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.app.Broadcasts;
import io.reprise.phone.guest.system.Page;
import io.reprise.phone.guest.system.SettingsTable;
import java.util.Date;
import java.util.TimeZone;
import reprise.Phone.PhoneReply;

/** Date and time: whether the network sets them, the time zone, and 24 hours or twice 12. */
public class DateActivity extends Page {
  private static final String[] ZONES = {"UTC", "America/Los_Angeles", "America/Denver", "America/Chicago",
      "America/New_York", "America/Sao_Paulo", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow",
      "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"};

  private final BroadcastReceiver told = new BroadcastReceiver() {
    @Override
    public void onReceive(Context context, Intent intent) {
      show();
    }
  };

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setTitle("Date & time");
    registerReceiver(told, new IntentFilter(Intent.ACTION_TIMEZONE_CHANGED));
    show();
  }

  @Override
  protected void onDestroy() {
    unregisterReceiver(told);
    super.onDestroy();
  }

  private boolean on(String name) {
    return Settings.Global.getInt(getContentResolver(), name, 0) != 0;
  }

  private void show() {
    page.removeAllViews();
    header("Time");
    toggle("Set time automatically", null, on(Settings.Global.AUTO_TIME),
        now -> set("global", Settings.Global.AUTO_TIME, now ? "1" : "0"));
    Date now = new Date(System.currentTimeMillis());
    row(null, "Date", DateFormat.getLongDateFormat(this).format(now), null);
    row(null, "Time", DateFormat.getTimeFormat(this).format(now), null);
    header("Time zone");
    boolean auto = on(Settings.Global.AUTO_TIME_ZONE);
    toggle("Set time zone automatically", null, auto,
        is -> set("global", Settings.Global.AUTO_TIME_ZONE, is ? "1" : "0"));
    TimeZone zone = TimeZone.getDefault();
    row(null, "Time zone", zone.getID(), auto ? null : v -> choose()).setAlpha(auto ? 0.4f : 1);
    header("Time format");
    toggle("Use 24-hour format", DateFormat.is24HourFormat(this) ? "13:00" : "1:00 PM",
        DateFormat.is24HourFormat(this), this::hours);
  }

  private void set(String table, String name, String value) {
    SettingsTable.change(table, name, value);
    show();
  }

  private void hours(boolean whole) {
    SettingsTable.change("system", Settings.System.TIME_12_24, whole ? "24" : "12");
    Intent told = new Intent(Intent.ACTION_TIME_CHANGED);
    told.putExtra("android.intent.extra.TIME_PREF_24_HOUR_FORMAT", whole ? 1 : 0);
    Broadcasts.get().send(told, null, null, 0, null, null, false, false, false);
    show();
  }

  private void choose() {
    new AlertDialog.Builder(this).setTitle("Time zone").setItems(ZONES, (d, at) -> {
      // The phone tells all, and its own processes by their configuration.
      News.send(PhoneReply.newBuilder().setChanged(PhoneReply.Changed.newBuilder().setTimeZone(ZONES[at])));
    }).show();
  }

  @Override
  protected void onResume() {
    super.onResume();
    show();
  }
}
