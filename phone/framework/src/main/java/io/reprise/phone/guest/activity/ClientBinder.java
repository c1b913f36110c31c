package io.reprise.phone.guest.activity;

import android.app.Activity;
import android.app.IActivityClientController;
import android.app.IRequestFinishCallback;
import android.content.Intent;
import android.os.Bundle;
import android.os.IBinder;
import android.os.PersistableBundle;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.MainThread;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** What activities say of themselves to the system, and ask it. Any thread. */
final class ClientBinder {
  private final Tasks tasks;

  ClientBinder(Tasks tasks) {
    this.tasks = tasks;
  }

  IActivityClientController binder() {
    return Binders.make(IActivityClientController.class, this::call);
  }

  private Object call(Object self, Method m, Object[] a) throws Exception {
    ActivityRecord r = a != null && a.length > 0 && a[0] instanceof IBinder b ? tasks.find(b) : null;
    return switch (m.getName()) {
      case "activityStopped" -> {
        tasks.stopped((IBinder) a[0], (Bundle) a[1], (PersistableBundle) a[2]);
        yield null;
      }
      case "activityIdle" -> {
        tasks.idle();
        yield null;
      }
      case "finishActivity" -> finish(r, (int) a[1], (Intent) a[2], (int) a[3]);
      case "finishActivityAffinity" -> affinity(r);
      case "finishSubActivity" -> {
        for (ActivityRecord sub : tasks.all()) {
          if (sub.resultTo == r && sub.requestCode == (int) a[2]) tasks.finish(sub, Activity.RESULT_CANCELED, null);
        }
        yield null;
      }
      case "onBackPressed" -> {
        back(r, (IRequestFinishCallback) a[1]);
        yield null;
      }
      case "moveActivityTaskToBack" -> r != null && ((boolean) a[1] || r.task.bottom() == r) && tasks.toBack(r.task);
      case "navigateUpTo" -> up(r, (Intent) a[1], (int) a[3], (Intent) a[4]);
      case "shouldUpRecreateTask" -> r != null && r.task.affinity != null && !r.task.affinity.equals(a[1]);
      case "releaseActivityInstance" -> false;
      case "getTaskForActivity" -> r == null || ((boolean) a[1] && r.task.bottom() != r) ? -1 : r.task.id;
      case "isTopOfTask" -> r != null && r.task.top() == r;
      case "willActivityBeVisible" -> r != null && !r.finishing;
      case "getCallingActivity" -> r == null || r.resultTo == null ? null : r.resultTo.component;
      case "getCallingPackage" -> r == null || r.resultTo == null ? null : r.resultTo.info.packageName;
      case "getLaunchedFromPackage" -> r == null ? null : r.callingPackage;
      case "getLaunchedFromUid" -> android.os.Process.myUid();
      case "getTaskConfiguration" -> Tasks.configuration();
      case "setRequestedOrientation" -> {
        if (r != null) r.orientation = (int) a[1];
        Tasks.get().next();
        yield null;
      }
      case "getRequestedOrientation" -> r == null ? -1 : r.orientation;
      case "getActivityTokenBelow" -> below(r);
      default -> Binders.nothing(m.getReturnType());
    };
  }

  private boolean finish(ActivityRecord r, int code, Intent data, int mode) {
    if (r == null) return false;
    if (mode == Activity.FINISH_TASK_WITH_ACTIVITY
        || mode == Activity.FINISH_TASK_WITH_ROOT_ACTIVITY && r.task.bottom() == r) {
      Task t = r.task;
      tasks.finish(r, code, data);
      tasks.finish(t);
      return true;
    }
    return tasks.finish(r, code, data);
  }

  /** This one and those below it that share its affinity. */
  private boolean affinity(ActivityRecord r) {
    if (r == null) return false;
    List<ActivityRecord> task = new ArrayList<>(r.task.activities);
    for (int i = task.indexOf(r); i >= 0; i--) {
      String affinity = task.get(i).info.taskAffinity;
      if (!java.util.Objects.equals(affinity, r.info.taskAffinity)) break;
      tasks.finish(task.get(i), Activity.RESULT_CANCELED, null);
    }
    return true;
  }

  /** Back on the root of a launcher's task leaves it alive in the background; elsewhere it finishes. */
  private void back(ActivityRecord r, IRequestFinishCallback callback) {
    boolean launcher = r != null && r.task.bottom() == r && r.task.top() == r
        && Intent.ACTION_MAIN.equals(r.task.root.getAction())
        && r.task.root.hasCategory(Intent.CATEGORY_LAUNCHER);
    if (launcher) {
      tasks.toBack(r.task);
      return;
    }
    MainThread.handler().post(() -> {
      try {
        callback.requestFinish();
      } catch (android.os.RemoteException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  private boolean up(ActivityRecord r, Intent to, int code, Intent data) {
    if (r == null || to.getComponent() == null) return false;
    synchronized (tasks) {
      List<ActivityRecord> task = new ArrayList<>(r.task.activities);
      int at = task.indexOf(r) - 1;
      while (at >= 0 && (task.get(at).finishing || !task.get(at).is(to.getComponent()))) at--;
      for (int i = task.size() - 1; i > Math.max(at, -1); i--) {
        tasks.finish(task.get(i), i == task.size() - 1 ? code : 0, i == task.size() - 1 ? data : null);
      }
      if (at < 0) {
        to.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_CLEAR_TOP);
        new Starter(tasks).start(to, new Starter.Caller(null, null, -1, r.info.packageName, 0));
        return true;
      }
      ActivityRecord parent = task.get(at);
      int mode = parent.info.launchMode;
      if (mode != 0 || (to.getFlags() & Intent.FLAG_ACTIVITY_CLEAR_TOP) != 0) {
        parent.newIntents.add(new com.android.internal.content.ReferrerIntent(to, r.info.packageName));
      } else {
        tasks.finish(parent, 0, null);
        new Starter(tasks).start(to, new Starter.Caller(null, null, -1, r.info.packageName, 0));
      }
      tasks.next();
      return true;
    }
  }

  private static IBinder below(ActivityRecord r) {
    if (r == null) return null;
    int at = r.task.activities.indexOf(r);
    return at > 0 ? r.task.activities.get(at - 1).token : null;
  }
}
