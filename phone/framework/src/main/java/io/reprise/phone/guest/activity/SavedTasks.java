package io.reprise.phone.guest.activity;

import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.os.Parcel;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.system.Screens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;

/**
 * Tasks as bytes that outlive the process: what a phone's system server keeps
 * when it kills an app in the background. Activities without saved state were
 * never stopped; they come back as they were started. Guarded by Tasks.
 */
final class SavedTasks {
  private SavedTasks() {}

  static byte[] write(List<Task> tasks) {
    Parcel to = Parcel.obtain();
    try {
      List<ActivityRecord> all = new ArrayList<>();
      for (Task t : tasks) if (!t.home) for (ActivityRecord r : t.activities) if (kept(r)) all.add(r);
      for (Task t : tasks) {
        List<ActivityRecord> kept = t.activities.stream().filter(SavedTasks::kept).toList();
        if (t.home || kept.isEmpty()) continue;
        to.writeInt(kept.size());
        to.writeString(t.affinity);
        t.root.writeToParcel(to, 0);
        to.writeInt(t.single ? 1 : 0);
        for (ActivityRecord r : kept) write(to, r, all.indexOf(r.resultTo));
      }
      to.writeInt(0);
      return to.marshall();
    } finally {
      to.recycle();
    }
  }

  private static boolean kept(ActivityRecord r) {
    return !r.finishing && !r.noHistory
        && (r.info.packageName.equals(App.name()) || Screens.lasts(r.info));
  }

  private static void write(Parcel to, ActivityRecord r, int resultTo) {
    to.writeString(r.component.flattenToString());
    to.writeString(r.info.packageName);
    to.writeString(r.info.name);
    r.intent.writeToParcel(to, 0);
    to.writeBundle(r.icicle);
    to.writePersistableBundle(r.persistent);
    to.writeInt(resultTo);
    to.writeString(r.resultWho);
    to.writeInt(r.requestCode);
    to.writeString(r.callingPackage);
    to.writeInt(r.orientation);
  }

  /** Puts the tasks of `bytes` among those of a process that has none. */
  static void read(byte[] bytes, Tasks tasks) {
    Parcel from = Parcel.obtain();
    try {
      from.unmarshall(bytes, 0, bytes.length);
      from.setDataPosition(0);
      List<ActivityRecord> all = new ArrayList<>();
      Map<ActivityRecord, Integer> results = new HashMap<>();
      for (int count; (count = from.readInt()) > 0; ) {
        String affinity = from.readString();
        Intent root = Intent.CREATOR.createFromParcel(from);
        Task task = tasks.newTask(affinity, root, false, from.readInt() != 0);
        for (int i = 0; i < count; i++) {
          ActivityRecord r = read(from, results);
          all.add(r);
          task.add(r);
        }
      }
      results.forEach((r, at) -> r.resultTo = at < 0 ? null : all.get(at));
    } finally {
      from.recycle();
    }
  }

  private static ActivityRecord read(Parcel from, Map<ActivityRecord, Integer> results) {
    ComponentName component = ComponentName.unflattenFromString(from.readString());
    ActivityInfo info = info(new ComponentName(from.readString(), from.readString()));
    ActivityRecord r = new ActivityRecord(Intent.CREATOR.createFromParcel(from), info, component);
    r.icicle = from.readBundle(App.current().loader());
    r.persistent = from.readPersistableBundle();
    results.put(r, from.readInt());
    r.resultWho = from.readString();
    r.requestCode = from.readInt();
    r.callingPackage = from.readString();
    r.orientation = from.readInt();
    return r;
  }

  private static ActivityInfo info(ComponentName name) {
    ActivityInfo ours = Screens.of(name);
    if (ours != null) return ours;
    try {
      return RuntimeEnvironment.getApplication().getPackageManager().getActivityInfo(name, PackageManager.GET_META_DATA);
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e); // a package that changed is stopped first
    }
  }
}
