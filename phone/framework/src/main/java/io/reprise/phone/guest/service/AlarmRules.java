package io.reprise.phone.guest.service;

import android.app.AlarmManager;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.Grants;

/** What Android 14 makes of the times that an app asks the alarm manager for. In milliseconds. */
final class AlarmRules {
  static final int MAX_ALARMS = 500;
  private static final long MIN_FUTURITY = 5_000;
  private static final long MIN_INTERVAL = 60_000;
  private static final long MAX_INTERVAL = 365 * AlarmManager.INTERVAL_DAY;
  /** A time that is nearer is not made less exact. */
  private static final long MIN_FUZZABLE = 10_000;
  private static final long MIN_WINDOW = 600_000;
  /** The first target of apps whose windows are made longer, and whose exact alarms need a permission. */
  private static final int TARGET_S = 31;

  private AlarmRules() {}

  static boolean wall(int type) {
    return type == AlarmManager.RTC_WAKEUP || type == AlarmManager.RTC;
  }

  /** No alarm comes sooner. */
  static long when(long wanted, long now) {
    return Math.max(wanted, now + MIN_FUTURITY);
  }

  static long interval(long wanted) {
    if (wanted <= 0) return 0;
    return Math.max(MIN_INTERVAL, Math.min(MAX_INTERVAL, wanted));
  }

  /** The end of the window of one that leaves it to the system (set, setRepeating). */
  static long until(long when, long now, long interval) {
    long futurity = interval == 0 ? when - now : interval;
    long fuzz = futurity < MIN_FUZZABLE ? 0 : (long) (.75 * futurity);
    return when + (interval == 0 ? Math.min(fuzz, AlarmManager.INTERVAL_HOUR) : fuzz);
  }

  /** The end of a window that the app has chosen. */
  static long until(long when, long now, long window, int flags) {
    long least = Math.min((long) (.75 * (when - now)), MIN_WINDOW);
    long length = Math.min(window, AlarmManager.INTERVAL_DAY);
    if (length < least && App.current().info().targetSdkVersion >= TARGET_S) length = least;
    return when + length;
  }

  /** Apps for Android 13 and later have it if alarms are their purpose, or the user says so. */
  static boolean mayBeExact() {
    int target = App.current().info().targetSdkVersion;
    return target < TARGET_S || Grants.has("android.permission.USE_EXACT_ALARM")
        || Grants.has("android.permission.SCHEDULE_EXACT_ALARM");
  }

  static void checkExact() {
    if (mayBeExact()) return;
    throw new SecurityException("Caller " + App.name() + " needs to hold android.permission.SCHEDULE_EXACT_ALARM or "
        + "android.permission.USE_EXACT_ALARM to set exact alarms.");
  }
}
