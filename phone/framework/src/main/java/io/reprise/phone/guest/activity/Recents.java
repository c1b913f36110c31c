package io.reprise.phone.guest.activity;

import android.content.Intent;
import android.content.pm.ActivityInfo;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.system.RecentsActivity;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import reprise.Phone.PhoneReply;

/** What the user was at last: the tasks of this process, and packages that run behind it. Any thread. */
public final class Recents {
  /** A task of ours, or (task 0) another package. */
  public record Entry(int task, String packageName, String label) {}

  private static List<String> behind = List.of();

  private Recents() {}

  /** Which packages run behind this one, the last one first. */
  public static synchronized void behind(List<String> packages) {
    behind = List.copyOf(packages);
  }

  /** The Recents key. */
  public static void show() {
    Starter.start(new Intent().setClassName(Packages.OURS, RecentsActivity.class.getName())
        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_SINGLE_TOP
            | Intent.FLAG_ACTIVITY_EXCLUDE_FROM_RECENTS), Packages.OURS, 0);
  }

  public static List<Entry> list() {
    List<Entry> all = new ArrayList<>();
    Tasks tasks = Tasks.get();
    synchronized (tasks) {
      for (int i = tasks.tasks().size() - 1; i >= 0; i--) {
        Task t = tasks.tasks().get(i);
        ActivityRecord bottom = t.bottom();
        if (t.home || bottom == null) continue;
        boolean hidden = (t.root.getFlags() & Intent.FLAG_ACTIVITY_EXCLUDE_FROM_RECENTS) != 0
            || (bottom.info.flags & ActivityInfo.FLAG_EXCLUDE_FROM_RECENTS) != 0;
        if (hidden) continue;
        all.add(new Entry(t.id, bottom.info.packageName, label(bottom)));
      }
    }
    synchronized (Recents.class) {
      for (String p : behind) if (!p.equals(App.name())) all.add(new Entry(0, p, label(p)));
    }
    return all;
  }

  private static String label(ActivityRecord r) {
    var manager = RuntimeEnvironment.getApplication().getPackageManager();
    return r.info.packageName.equals(App.name()) ? String.valueOf(App.current().info().loadLabel(manager))
        : String.valueOf(r.info.loadLabel(manager));
  }

  private static String label(String name) {
    for (var p : App.current().attach().getPackagesList()) {
      String label = p.getManifest().getLabel();
      if (p.getManifest().getPackageName().equals(name) && !label.isEmpty()) return label;
    }
    return name;
  }

  /** Brings it back as it was left. */
  public static void open(Entry e) {
    Tasks tasks = Tasks.get();
    if (e.task() == 0) {
      Intent start = RuntimeEnvironment.getApplication().getPackageManager().getLaunchIntentForPackage(e.packageName());
      if (start != null) Others.start(start, null, null, -1);
      leave();
      return;
    }
    synchronized (tasks) {
      for (Task t : new ArrayList<>(tasks.tasks())) if (t.id == e.task()) tasks.toFront(t);
    }
    leave();
  }

  /** The list itself goes. */
  private static void leave() {
    Tasks tasks = Tasks.get();
    synchronized (tasks) {
      for (ActivityRecord r : tasks.all()) {
        if (r.info.name.equals(RecentsActivity.class.getName())) tasks.finish(r, 0, null);
      }
      tasks.next();
    }
  }

  /** Ends it. */
  public static synchronized void close(Entry e) {
    if (e.task() == 0) {
      List<String> rest = new ArrayList<>(behind);
      rest.remove(e.packageName());
      behind = List.copyOf(rest);
      News.send(PhoneReply.newBuilder().setCloseOther(PhoneReply.CloseOther.newBuilder().setPackageName(e.packageName())));
      return;
    }
    Tasks tasks = Tasks.get();
    synchronized (tasks) {
      for (Task t : new ArrayList<>(tasks.tasks())) if (t.id == e.task()) tasks.finish(t);
    }
  }
}
