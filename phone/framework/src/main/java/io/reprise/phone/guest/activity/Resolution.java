package io.reprise.phone.guest.activity;

import android.Manifest;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.system.Screens;
import java.util.List;
import org.robolectric.RuntimeEnvironment;

/** Which activity an intent means; if several answer it, the one that asks the user. */
final class Resolution {
  private Resolution() {}

  /** Null = nothing answers. */
  static ActivityInfo of(Intent intent) {
    PackageManager manager = RuntimeEnvironment.getApplication().getPackageManager();
    ComponentName component = intent.getComponent();
    if (component != null) {
      ActivityInfo ours = Screens.of(component);
      if (ours != null) return ours;
      try {
        return manager.getActivityInfo(component, PackageManager.GET_META_DATA);
      } catch (PackageManager.NameNotFoundException e) {
        return null;
      }
    }
    ActivityInfo screen = Screens.only(intent);
    if (screen != null) return screen;
    return choose(intent, manager.queryIntentActivities(intent, PackageManager.MATCH_DEFAULT_ONLY));
  }

  private static ActivityInfo choose(Intent intent, List<ResolveInfo> found) {
    if (found.isEmpty()) return null;
    boolean web = "http".equals(intent.getScheme()) || "https".equals(intent.getScheme());
    int best = found.stream().mapToInt(f -> f.priority).max().orElse(0);
    List<ResolveInfo> first = found.stream().filter(f -> f.priority == best).toList();
    // An app's own links are its own; the web is the browser's, which is the only one.
    List<ResolveInfo> apps = first.stream().filter(f -> !ours(f)).toList();
    if (web && !apps.isEmpty()) first = apps;
    if (first.size() > 1 && !web) return Screens.resolver();
    for (ResolveInfo f : first) if (f.activityInfo.packageName.equals(App.name())) return f.activityInfo;
    ActivityInfo info = first.get(0).activityInfo;
    return ours(first.get(0)) ? Screens.of(info.getComponentName()) : info;
  }

  private static boolean ours(ResolveInfo r) {
    return r.activityInfo.packageName.equals(Packages.OURS);
  }

  /** Refuses, in Android's words, what the app lacks a permission for. */
  static void check(Intent intent, ActivityInfo info, String caller) {
    if (info == null || AsSystem.calls() || !App.name().equals(caller) || caller.equals(Packages.OURS)) return;
    String action = String.valueOf(intent.getAction());
    String wanted = switch (action) {
      case "android.media.action.IMAGE_CAPTURE", "android.media.action.VIDEO_CAPTURE" -> Manifest.permission.CAMERA;
      case "android.intent.action.CALL" -> Manifest.permission.CALL_PHONE;
      default -> null;
    };
    boolean asked = wanted != null && App.current().parsed().requestedPermissions.contains(wanted);
    String who = " from ProcessRecord{1 " + App.pid() + ":" + App.name() + "} (pid=" + App.pid() + ", uid="
        + App.current().info().uid + ")";
    if (asked && !Grants.has(wanted)) {
      throw new SecurityException("Permission Denial: starting " + intent + who + " with revoked permission " + wanted);
    }
    if (info.permission != null && !info.packageName.equals(App.name()) && !Grants.has(info.permission)) {
      throw new SecurityException("Permission Denial: starting " + intent + who + " requires " + info.permission);
    }
  }
}
