package io.reprise.phone.guest;

import android.app.ActivityManager;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import io.reprise.phone.guest.activity.Starter;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.window.Windows;
import io.reprise.phone.host.Refusal;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import reprise.Phone.PhoneReply.Started;
import reprise.Phone.PhoneRequest.Start;

/** Start: an activity from outside, as `am start` and a launcher do. */
final class Starts {
  private static final long FRAME_NS = 16_666_667;

  private Starts() {}

  static Started.Builder start(Start request) {
    long begin = Clock.uptimeNanos();
    Starter.Outcome outcome = MainThread.call(() -> {
      if (request.getStopFirst()) Tasks.get().finishAll();
      return start(Intents.of(request.getIntent()), request.getResultToken());
    });
    Started.Builder started = Started.newBuilder().setCode(outcome.code());
    if (outcome.record() == null) return started;
    started.setComponent(outcome.record().info().getComponentName().flattenToShortString());
    if (request.getWaitNs() <= 0) return started;
    long limit = begin + request.getWaitNs();
    while (!Death.dead() && !Windows.get().drawn(outcome.record().token)) {
      long now = Clock.uptimeNanos();
      if (now >= limit) return started.setTimedOut(true);
      Clock.advanceTo(Math.min(limit, now + FRAME_NS));
    }
    if (Death.dead()) throw new Refusal("the app died: " + Death.sentence());
    return started.setDrawnNs(Math.max(1, Clock.uptimeNanos() - begin));
  }

  private static Starter.Outcome start(Intent intent, long otherToken) {
    PackageManager packages = RuntimeEnvironment.getApplication().getPackageManager();
    if (intent.getComponent() == null && intent.getAction() == null) launcher(intent, packages);
    intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    if (intent.getComponent() != null && otherToken == 0) {
      try {
        ActivityInfo info = packages.getActivityInfo(intent.getComponent(), 0);
        if (!info.exported) return new Starter.Outcome(ActivityManager.START_PERMISSION_DENIED, null);
      } catch (PackageManager.NameNotFoundException e) {
        return new Starter.Outcome(ActivityManager.START_CLASS_NOT_FOUND, null);
      }
    }
    return Starter.start(intent, "com.android.shell", otherToken);
  }

  /** Makes it the intent that a home screen sends. */
  private static void launcher(Intent intent, PackageManager packages) {
    intent.setAction(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER);
    Intent query = new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER).setPackage(App.name());
    List<ResolveInfo> found = packages.queryIntentActivities(query, 0);
    if (found.isEmpty()) return;
    ActivityInfo info = found.get(0).activityInfo;
    intent.setComponent(new ComponentName(info.packageName, info.name));
  }
}
