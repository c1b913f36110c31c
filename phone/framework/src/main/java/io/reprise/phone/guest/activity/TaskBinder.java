package io.reprise.phone.guest.activity;

import android.app.ActivityManager;
import android.app.IActivityTaskManager;
import android.content.IIntentSender;
import android.content.Intent;
import android.content.pm.ParceledListSlice;
import android.os.IBinder;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.app.Senders;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** The activity task manager, as the framework calls it. Any thread. */
final class TaskBinder {
  private final Tasks tasks;

  TaskBinder(Tasks tasks) {
    this.tasks = tasks;
  }

  IActivityTaskManager binder() {
    return Binders.make(IActivityTaskManager.class, this::call);
  }

  private Object call(Object self, Method m, Object[] a) throws Exception {
    return switch (m.getName()) {
      case "startActivity", "startActivityAsUser" ->
          start((Intent) a[3], (IBinder) a[5], (String) a[6], (int) a[7], (String) a[1]);
      case "startActivityAsCaller" -> start((Intent) a[2], (IBinder) a[4], (String) a[5], (int) a[6], (String) a[1]);
      case "startActivities" -> {
        IBinder to = (IBinder) a[5];
        int code = 0;
        for (Intent i : (Intent[]) a[3]) code = start(i, to, null, -1, (String) a[1]);
        yield code;
      }
      case "startActivityIntentSender" ->
          sender((IIntentSender) a[1], (Intent) a[3], (IBinder) a[5], (String) a[6], (int) a[7]);
      case "getActivityClientController" -> tasks.client();
      case "getTasks" -> running((int) a[0]);
      case "getRecentTasks" -> new ParceledListSlice<>(new ArrayList<>());
      case "getAppTasks" -> appTasks();
      case "moveTaskToFront" -> {
        synchronized (tasks) {
          for (Task t : new ArrayList<>(tasks.tasks())) if (t.id == (int) a[2]) tasks.toFront(t);
          tasks.next();
        }
        yield null;
      }
      case "removeTask" -> {
        synchronized (tasks) {
          for (Task t : new ArrayList<>(tasks.tasks())) if (t.id == (int) a[0]) tasks.finish(t);
        }
        yield true;
      }
      case "getLockTaskModeState" -> ActivityManager.LOCK_TASK_MODE_NONE;
      case "getDeviceConfigurationInfo" -> {
        android.content.pm.ConfigurationInfo info = new android.content.pm.ConfigurationInfo();
        info.reqGlEsVersion = 0x20000;
        yield info;
      }
      default -> Binders.nothing(m.getReturnType());
    };
  }

  private int start(Intent intent, IBinder resultTo, String who, int requestCode, String calling) {
    return new Starter(tasks).start(intent,
        new Starter.Caller(resultTo, who, requestCode, calling, 0)).code();
  }

  private int sender(IIntentSender sender, Intent fillIn, IBinder resultTo, String who, int requestCode) {
    Intent intent = Senders.activityIntent(sender, fillIn);
    if (intent == null) return Senders.fire(sender, 0, fillIn, null, null);
    return start(intent, resultTo, who, requestCode, io.reprise.phone.guest.App.name());
  }

  private List<ActivityManager.RunningTaskInfo> running(int most) {
    List<ActivityManager.RunningTaskInfo> infos = new ArrayList<>();
    synchronized (tasks) {
      for (int i = tasks.tasks().size() - 1; i >= 0 && infos.size() < most; i--) {
        Task t = tasks.tasks().get(i);
        if (t.top() == null) continue;
        ActivityManager.RunningTaskInfo info = new ActivityManager.RunningTaskInfo();
        fill(info, t);
        infos.add(info);
      }
    }
    return infos;
  }

  private static void fill(android.app.TaskInfo info, Task t) {
    info.taskId = t.id;
    info.isRunning = true;
    info.numActivities = t.activities.size();
    info.baseIntent = new Intent(t.root);
    info.topActivity = t.top().component;
    info.baseActivity = t.bottom().component;
    info.topActivityInfo = t.top().info;
  }

  private List<IBinder> appTasks() {
    List<IBinder> binders = new ArrayList<>();
    synchronized (tasks) {
      for (Task t : tasks.tasks()) if (!t.home) binders.add(appTask(t));
    }
    return binders;
  }

  /** An IAppTask: a real stub, because ActivityManager makes its own object of the binder. */
  private IBinder appTask(Task t) {
    android.app.IAppTask task = Binders.make(android.app.IAppTask.class, (p, m, a) -> switch (m.getName()) {
      case "finishAndRemoveTask" -> {
        tasks.finish(t);
        yield null;
      }
      case "getTaskInfo" -> {
        ActivityManager.RecentTaskInfo info = new ActivityManager.RecentTaskInfo();
        if (t.top() != null) fill(info, t);
        info.id = t.id;
        yield info;
      }
      case "moveToFront" -> {
        tasks.toFront(t);
        tasks.next();
        yield null;
      }
      case "startActivity" -> start((Intent) a[3], null, null, -1, (String) a[1]);
      default -> Binders.nothing(m.getReturnType());
    });
    android.os.Binder binder = (android.os.Binder) task.asBinder();
    binder.attachInterface(task, "android.app.IAppTask");
    return binder;
  }
}
