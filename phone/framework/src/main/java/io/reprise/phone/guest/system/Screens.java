package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.system.ask.CameraActivity;
import io.reprise.phone.guest.window.Device;

/** What the system says of the phone's own screens. */
public final class Screens {
  private Screens() {}

  /** One of ours by its component; null = it is not. */
  public static ActivityInfo of(ComponentName component) {
    if (!component.getPackageName().equals(Packages.OURS)) return null;
    try {
      return info(Class.forName(component.getClassName()).asSubclass(Activity.class));
    } catch (ClassNotFoundException | ClassCastException e) {
      return null;
    }
  }

  /** What only the system may answer; null = it is free to others. */
  public static ActivityInfo only(Intent intent) {
    String action = intent.getAction();
    if (PackageManager.ACTION_REQUEST_PERMISSIONS.equals(action)) return info(GrantActivity.class);
    if (Intent.ACTION_CHOOSER.equals(action)) return info(ChooserActivity.class);
    if (Intent.ACTION_MAIN.equals(action) && intent.hasCategory(Intent.CATEGORY_HOME)) return info(HomeActivity.class);
    return null;
  }

  /** True for one that is shown again when the process that drew it has ended: as another app's it would live on. */
  public static boolean lasts(ActivityInfo info) {
    try {
      return info.packageName.equals(Packages.OURS) && Page.class.isAssignableFrom(Class.forName(info.name));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Who is asked when several answer. */
  public static ActivityInfo resolver() {
    return info(ResolverActivity.class);
  }

  static ActivityInfo info(Class<? extends Activity> type) {
    ActivityInfo info = new ActivityInfo();
    info.applicationInfo = new ApplicationInfo();
    Packages.fill(info.applicationInfo);
    info.packageName = info.processName = Packages.OURS;
    info.name = type.getName();
    info.exported = info.enabled = true;
    boolean home = type == HomeActivity.class;
    info.taskAffinity = home ? Packages.OURS : null;
    info.launchMode = home ? ActivityInfo.LAUNCH_SINGLE_TASK : ActivityInfo.LAUNCH_MULTIPLE;
    info.screenOrientation = ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED;
    info.configChanges = -1;
    info.theme = theme(type);
    SystemApps.Entry entry = home ? null : SystemApps.of(type);
    info.nonLocalizedLabel = entry == null ? "Phone" : entry.label();
    if (entry != null) info.permission = entry.permission();
    return info;
  }

  private static int theme(Class<? extends Activity> type) {
    if (Page.class.isAssignableFrom(type)) return android.R.style.Theme_DeviceDefault_DayNight;
    if (type == HomeActivity.class || type == StandInActivity.class || type == CameraActivity.class
        || type == RecentsActivity.class) {
      return android.R.style.Theme_DeviceDefault_Light_NoActionBar;
    }
    return Device.get().now().getDark() ? android.R.style.Theme_DeviceDefault_Dialog_NoActionBar
        : android.R.style.Theme_DeviceDefault_Light_Dialog_NoActionBar;
  }
}
