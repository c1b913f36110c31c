package io.reprise.system;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;

/** What Main does with alarms. */
final class Alarms {
  private Alarms() {}

  static void act(Context c, String what, Intent intent) {
    AlarmManager alarms = c.getSystemService(AlarmManager.class);
    long now = SystemClock.elapsedRealtime();
    long in = intent.getIntExtra("in", 60_000);
    String name = intent.getStringExtra("name");
    if (what.equals("exact")) exact(c, name, in);
    if (what.equals("wall")) {
      alarms.setExact(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() + in, pending(c, name));
    }
    if (what.equals("inexact")) alarms.set(AlarmManager.ELAPSED_REALTIME_WAKEUP, now + in, pending(c, name));
    if (what.equals("window")) {
      alarms.setWindow(AlarmManager.ELAPSED_REALTIME_WAKEUP, now + in, 600_000, pending(c, name));
    }
    if (what.equals("repeat")) {
      alarms.setRepeating(AlarmManager.ELAPSED_REALTIME_WAKEUP, now + in, in, pending(c, name));
    }
    if (what.equals("listener")) {
      alarms.setExact(AlarmManager.ELAPSED_REALTIME, now + in, name,
          () -> Main.say("listener " + name + " at " + (SystemClock.elapsedRealtime() - now) / 1000 + " s"),
          new Handler(Looper.getMainLooper()));
    }
    if (what.equals("cancel")) alarms.cancel(pending(c, name));
    if (what.equals("clock")) {
      alarms.setAlarmClock(new AlarmManager.AlarmClockInfo(System.currentTimeMillis() + in, null), pending(c, name));
      Main.say("clock in " + (alarms.getNextAlarmClock().getTriggerTime() - System.currentTimeMillis()) / 1000 + " s");
    }
    if (what.equals("keep")) c.getSharedPreferences("alarms", 0).edit().putBoolean("wanted", true).commit();
  }

  static boolean wanted(Context c) {
    return c.getSharedPreferences("alarms", 0).getBoolean("wanted", false);
  }

  static void exact(Context c, String name, long in) {
    c.getSystemService(AlarmManager.class)
        .setExact(AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + in, pending(c, name));
  }

  private static PendingIntent pending(Context c, String name) {
    Intent intent = new Intent(c, Received.class).setAction("io.reprise.system." + name)
        .putExtra("set", SystemClock.elapsedRealtime());
    return PendingIntent.getBroadcast(c, 0, intent, PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE);
  }
}
