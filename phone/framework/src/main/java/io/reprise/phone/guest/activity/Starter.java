package io.reprise.phone.guest.activity;

import android.app.ActivityManager;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.os.IBinder;
import com.android.internal.content.ReferrerIntent;
import io.reprise.phone.guest.Unsupported;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.packages.Packages;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;

/** Decides what starting an activity means: which task, a new instance or an old one. */
public final class Starter {
  private static final int NEW_TASK = Intent.FLAG_ACTIVITY_NEW_TASK;

  private final Tasks tasks;

  Starter(Tasks tasks) {
    this.tasks = tasks;
  }

  /** Who starts, and where the result goes. */
  record Caller(IBinder resultTo, String resultWho, int requestCode, String callingPackage, long otherToken) {}

  /** Result of a start: ActivityManager.START_*, and the activity it came to. */
  public record Outcome(int code, ActivityRecord record) {}

  /** Starts from outside the app, as the shell or a launcher does. */
  public static Outcome start(Intent intent, String callingPackage, long otherToken) {
    return new Starter(Tasks.get()).start(intent, new Caller(null, null, -1, callingPackage, otherToken));
  }

  Outcome start(Intent given, Caller caller) {
    Intent intent = new Intent(given);
    if ((intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCH_ADJACENT) != 0) {
      Unsupported.say("split screen", "this phone shows one app at a time; FLAG_ACTIVITY_LAUNCH_ADJACENT is ignored");
    }
    ActivityRecord source = tasks.find(caller.resultTo);
    ActivityInfo info = Resolution.of(intent);
    Resolution.check(intent, info, caller.callingPackage);
    if (info == null) {
      int code = intent.getComponent() != null ? ActivityManager.START_CLASS_NOT_FOUND
          : ActivityManager.START_INTENT_NOT_RESOLVED;
      return refuse(code, source, caller);
    }
    ComponentName component = new ComponentName(info.packageName, info.name);
    intent.setComponent(component);
    if (!info.packageName.equals(App.name()) && !info.packageName.equals(Packages.OURS)) {
      Others.start(intent, source, caller.resultWho, caller.requestCode);
      return new Outcome(ActivityManager.START_SUCCESS, null);
    }
    synchronized (tasks) {
      ActivityRecord r = new ActivityRecord(intent, target(info), component);
      r.callingPackage = caller.callingPackage;
      r.otherToken = caller.otherToken;
      r.noHistory = (intent.getFlags() & Intent.FLAG_ACTIVITY_NO_HISTORY) != 0
          || (info.flags & ActivityInfo.FLAG_NO_HISTORY) != 0;
      result(r, source, caller);
      Outcome outcome = place(r, source);
      tasks.next();
      return outcome;
    }
  }

  private Outcome refuse(int code, ActivityRecord source, Caller caller) {
    if (source != null && caller.requestCode >= 0) {
      source.results.add(new android.app.ResultInfo(caller.resultWho, caller.requestCode, 0, null));
      tasks.next();
    }
    return new Outcome(code, null);
  }

  /** An alias runs the activity it stands for. */
  private static ActivityInfo target(ActivityInfo info) {
    if (info.targetActivity == null) return info;
    ActivityInfo target = new ActivityInfo(info);
    try {
      ActivityInfo real = RuntimeEnvironment.getApplication().getPackageManager()
          .getActivityInfo(new ComponentName(info.packageName, info.targetActivity), PackageManager.GET_META_DATA);
      real.targetActivity = info.targetActivity;
      real.metaData = info.metaData != null ? info.metaData : real.metaData;
      return real;
    } catch (PackageManager.NameNotFoundException e) {
      target.name = info.targetActivity;
      return target;
    }
  }

  private static void result(ActivityRecord r, ActivityRecord source, Caller caller) {
    if (source == null) return;
    if ((r.intent.getFlags() & Intent.FLAG_ACTIVITY_FORWARD_RESULT) != 0 && caller.requestCode < 0) {
      r.resultTo = source.resultTo;
      r.resultWho = source.resultWho;
      r.requestCode = source.requestCode;
      r.otherToken = source.otherToken;
      source.resultTo = null;
      source.otherToken = 0;
    } else if (caller.requestCode >= 0) {
      r.resultTo = source;
      r.resultWho = caller.resultWho;
      r.requestCode = caller.requestCode;
    }
  }

  /** Finds or makes the task, and the place in it. */
  private Outcome place(ActivityRecord r, ActivityRecord source) {
    int mode = r.info.launchMode;
    int flags = r.intent.getFlags();
    boolean alone = mode == ActivityInfo.LAUNCH_SINGLE_INSTANCE
        || mode == ActivityInfo.LAUNCH_SINGLE_INSTANCE_PER_TASK;
    if (source == null || source.task.single || alone || mode == ActivityInfo.LAUNCH_SINGLE_TASK) flags |= NEW_TASK;
    if (source != null && source.task.home) flags |= NEW_TASK;
    r.intent.setFlags(flags);
    boolean newTask = (flags & NEW_TASK) != 0;
    if (newTask && r.resultTo != null) {
      // A task gives no results to another one.
      r.resultTo.results.add(new android.app.ResultInfo(r.resultWho, r.requestCode, 0, null));
      r.resultTo = null;
      r.requestCode = -1;
    }
    Task task = source != null && !newTask ? source.task : null;
    if (newTask && (flags & Intent.FLAG_ACTIVITY_MULTIPLE_TASK) == 0) task = find(r, alone);
    if (task == null) {
      boolean home = r.intent.hasCategory(Intent.CATEGORY_HOME);
      if (home) {
        Task known = tasks.home();
        if (known != null) return within(known, r, true, mode, flags);
      }
      task = tasks.newTask(r.info.taskAffinity, r.intent, home, mode == ActivityInfo.LAUNCH_SINGLE_INSTANCE);
      task.add(r);
      tasks.toFront(task);
      return new Outcome(ActivityManager.START_SUCCESS, r);
    }
    return within(task, r, newTask, mode, flags);
  }

  /** An existing task that a start with NEW_TASK comes to. */
  private Task find(ActivityRecord r, boolean alone) {
    List<Task> all = tasks.tasks();
    for (int i = all.size() - 1; i >= 0; i--) {
      Task t = all.get(i);
      ActivityRecord root = t.bottom();
      if (root == null) continue;
      if (alone || t.single) {
        if (root.is(r.component)) return t;
      } else if (root.is(r.component) && root.info.launchMode == r.info.launchMode) {
        return t;
      } else if (t.affinity != null && t.affinity.equals(r.info.taskAffinity) && !t.home) {
        return t;
      }
    }
    return null;
  }

  private Outcome within(Task task, ActivityRecord r, boolean newTask, int mode, int flags) {
    boolean wasFront = tasks.top() != null && tasks.top().task == task;
    boolean wasEmpty = task.top() == null;
    tasks.toFront(task);
    int brought = wasFront ? ActivityManager.START_SUCCESS : ActivityManager.START_TASK_TO_FRONT;
    if (newTask && (flags & Intent.FLAG_ACTIVITY_CLEAR_TASK) != 0) {
      tasks.finish(task);
      task.add(r);
      return new Outcome(brought, r);
    }
    ActivityRecord top = task.top();
    boolean singleTop = mode != ActivityInfo.LAUNCH_MULTIPLE || (flags & Intent.FLAG_ACTIVITY_SINGLE_TOP) != 0;
    boolean clearTop = (flags & Intent.FLAG_ACTIVITY_CLEAR_TOP) != 0
        || mode >= ActivityInfo.LAUNCH_SINGLE_TASK;
    if (clearTop) {
      ActivityRecord old = highest(task, r.component);
      if (old != null) {
        for (ActivityRecord above : above(task, old)) tasks.finish(above, 0, null);
        if (singleTop) return again(old, r, brought);
        tasks.finish(old, 0, null);
      }
    } else if ((flags & Intent.FLAG_ACTIVITY_REORDER_TO_FRONT) != 0) {
      ActivityRecord old = highest(task, r.component);
      if (old != null) {
        task.activities.remove(old);
        task.activities.add(old);
        return again(old, r, brought);
      }
    } else if (singleTop && top != null && top.is(r.component) && r.resultTo == null) {
      return again(top, r, ActivityManager.START_DELIVERED_TO_TOP);
    } else if (newTask && !wasEmpty && launcherAgain(task, r)) {
      // As the home screen does: the task comes back as it was left.
      return new Outcome(wasFront ? ActivityManager.START_DELIVERED_TO_TOP : brought, task.top());
    }
    task.add(r);
    return new Outcome(brought, r);
  }

  /** The same intent that made the task, from outside: it only comes to the front. */
  private static boolean launcherAgain(Task task, ActivityRecord r) {
    return r.callingPackage != null && !r.callingPackage.equals(App.name()) || r.callingPackage == null
        ? task.root.filterEquals(r.intent) && r.intent.hasCategory(Intent.CATEGORY_LAUNCHER)
        : task.root.filterEquals(r.intent);
  }

  private Outcome again(ActivityRecord old, ActivityRecord r, int code) {
    old.newIntents.add(new ReferrerIntent(r.intent, r.callingPackage));
    if (r.otherToken != 0) old.otherToken = r.otherToken;
    return new Outcome(code == ActivityManager.START_SUCCESS ? ActivityManager.START_DELIVERED_TO_TOP : code, old);
  }

  private static ActivityRecord highest(Task task, ComponentName component) {
    for (int i = task.activities.size() - 1; i >= 0; i--) {
      ActivityRecord r = task.activities.get(i);
      if (!r.finishing && r.is(component)) return r;
    }
    return null;
  }

  private static List<ActivityRecord> above(Task task, ActivityRecord r) {
    return new ArrayList<>(task.activities.subList(task.activities.indexOf(r) + 1, task.activities.size()));
  }
}
