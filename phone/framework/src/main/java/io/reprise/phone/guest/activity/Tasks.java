package io.reprise.phone.guest.activity;

import android.app.Activity;
import android.app.ActivityClient;
import android.app.IActivityClientController;
import android.app.IActivityTaskManager;
import android.app.ResultInfo;
import android.content.Intent;
import android.content.res.Configuration;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.util.Log;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Clock;
import io.reprise.phone.guest.Death;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.activity.ActivityRecord.State;
import io.reprise.phone.guest.app.UriGrants;
import io.reprise.phone.guest.window.Device;
import io.reprise.phone.guest.window.Windows;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import reprise.Phone.PhoneActivity;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneState;

/**
 * The system's side of activities: tasks in their order, and what has to happen
 * next. Decisions are made at once, under this object's lock, by whichever
 * thread calls; what an activity notices of them comes by messages to main, one
 * transaction each, as on a phone.
 */
public final class Tasks {
  /** Android stops what is covered when the new activity is idle, or at the latest then. */
  private static final long IDLE_AFTER_MS = 500;
  private static final Tasks INSTANCE = new Tasks();

  private final List<Task> tasks = new ArrayList<>();
  private final IActivityTaskManager manager = new TaskBinder(this).binder();
  private final IActivityClientController client = new ClientBinder(this).binder();
  private Handler handler;
  private final Runnable step = this::step;
  private final Runnable idle = this::idle;
  private int lastTask;
  private boolean front = true;
  /** Something was shown in this life. */
  private boolean started;

  private Tasks() {}

  public static Tasks get() {
    return INSTANCE;
  }

  public IActivityTaskManager manager() {
    return manager;
  }

  IActivityClientController client() {
    return client;
  }

  /** On main, before an app: the framework talks to us from now on. */
  public void install() {
    handler = new Handler(Looper.getMainLooper());
    ActivityClient.setActivityClientController(client);
  }

  /** Forgets everything; nothing of the app runs. */
  public synchronized void reset() {
    tasks.clear();
    lastTask = 0;
    front = true;
    started = false;
    ActivityRecord.restartCount();
    if (handler != null) handler.removeCallbacksAndMessages(null);
  }

  // --- what there is ---

  synchronized List<Task> tasks() {
    return tasks;
  }

  /** All, lowest first. */
  public synchronized List<ActivityRecord> all() {
    List<ActivityRecord> all = new ArrayList<>();
    for (Task t : tasks) all.addAll(t.activities);
    return all;
  }

  public synchronized ActivityRecord find(IBinder token) {
    for (Task t : tasks) for (ActivityRecord r : t.activities) if (r.token == token) return r;
    return null;
  }

  /** The activity that the user should see; null = none, or another package is in front. */
  public synchronized ActivityRecord top() {
    if (!front) return null;
    for (int i = tasks.size() - 1; i >= 0; i--) {
      ActivityRecord r = tasks.get(i).top();
      if (r != null) return r;
    }
    return null;
  }

  /** True while the user sees an activity of this process. */
  public synchronized boolean inFront() {
    ActivityRecord top = top();
    return top != null && !top.task.home;
  }

  /** Place of an activity's windows among all, from 0; -1 = not an activity. */
  public int indexOf(IBinder token) {
    List<ActivityRecord> all = all();
    for (int i = 0; i < all.size(); i++) if (all.get(i).token == token) return i;
    return -1;
  }

  /** The home screen's; null = it was not shown yet. */
  synchronized Task home() {
    for (Task t : tasks) if (t.home) return t;
    return null;
  }

  synchronized Task newTask(String affinity, Intent root, boolean home, boolean single) {
    started = true;
    Task t = new Task(++lastTask, affinity, new Intent(root), home, single);
    tasks.add(t);
    return t;
  }

  synchronized void toFront(Task t) {
    tasks.remove(t);
    tasks.add(t);
    front = true;
  }

  /** Behind all others; the home screen comes if there is no other. */
  synchronized boolean toBack(Task t) {
    if (home() == null) Home.show();
    tasks.remove(t);
    tasks.add(0, t);
    next();
    return true;
  }

  private synchronized void remove(ActivityRecord r) {
    change(r, State.DESTROYED);
    r.task.activities.remove(r);
    if (r.task.activities.isEmpty()) tasks.remove(r.task);
  }

  // --- what is asked for ---

  /** Another package comes to the front, or this one does. */
  public synchronized void front(boolean isFront) {
    front = isFront;
    next();
  }

  /** Ends an activity; its result goes to who asked for it. */
  synchronized boolean finish(ActivityRecord r, int code, Intent data) {
    if (r == null || r.finishing) return false;
    r.finishing = true;
    if (r.resultTo != null && !r.resultTo.finishing) {
      UriGrants.give(data);
      r.resultTo.results.add(new ResultInfo(r.resultWho, r.requestCode, code, data));
      r.resultTo = null;
    }
    if (r.otherToken != 0) Others.result(r.otherToken, code, data);
    next();
    return true;
  }

  /** A result for an activity that did not start another one (PendingIntent.createPendingResult). */
  public synchronized void result(ActivityRecord to, String who, int requestCode, int code, Intent data) {
    if (to == null || to.finishing) return;
    to.results.add(new ResultInfo(who, requestCode, code, data));
    next();
  }

  /** Finishes a whole task. */
  synchronized void finish(Task t) {
    for (ActivityRecord r : new ArrayList<>(t.activities)) finish(r, Activity.RESULT_CANCELED, null);
  }

  /** Finishes all tasks of the app (`am start -S`, force-stop). */
  public synchronized void finishAll() {
    for (Task t : new ArrayList<>(tasks)) if (!t.home) finish(t);
  }

  /** The device changed; activities are relaunched or told as their manifest says. On main. */
  public void configure(Configuration now) {
    for (ActivityRecord r : all()) if (r.alive && visible(r)) reconfigure(r, now);
  }

  private void reconfigure(ActivityRecord r, Configuration now) {
    if (r.config == null || !Lifecycle.alive(r)) return;
    int changes = r.config.diffPublicOnly(now);
    if (changes == 0) return;
    int handled = r.info.getRealConfigChanged();
    if ((changes & ~handled) != 0) {
      Lifecycle.relaunch(r, changes, now);
    } else {
      r.config = new Configuration(now);
      Lifecycle.send(r, android.app.servertransaction.ActivityConfigurationChangeItem.obtain(new Configuration()), null);
    }
  }

  // --- what happens ---

  /** Something changed: the next step follows by a message. */
  void next() {
    if (handler == null) return;
    handler.removeCallbacks(step);
    handler.post(step);
  }

  /** One transaction towards what should be. On main. */
  private void step() {
    if (Death.dead()) return;
    ActivityRecord top = top();
    for (ActivityRecord r : all()) {
      if (r.state == State.RESUMED && (r != top || r.finishing)) {
        pause(r);
        next();
        return;
      }
    }
    if (top == null) {
      if (front && started) Home.show();
      idleSoon(0);
      return;
    }
    Device.get().orient(top.info, top.orientation);
    Configuration now = configuration();
    if (top.state == State.LAUNCHING) {
      change(top, State.LAUNCHING);
      Lifecycle.launch(top, now);
      if (!top.finishing) change(top, State.RESUMED);
      else if (top.state == State.LAUNCHING) top.state = State.PAUSED;
    } else if (top.state != State.RESUMED) {
      reconfigure(top, now);
      Lifecycle.resume(top);
      if (!top.finishing) change(top, State.RESUMED);
    } else if (!top.results.isEmpty() || !top.newIntents.isEmpty()) {
      Lifecycle.deliver(top);
    } else {
      idleSoon(IDLE_AFTER_MS);
      return;
    }
    idleSoon(IDLE_AFTER_MS);
    Windows.get().changed();
    if (top() != top || top.finishing) next();
  }

  private void pause(ActivityRecord r) {
    Lifecycle.pause(r);
    if (r.state == State.RESUMED) change(r, State.PAUSED);
    if (r.noHistory && !r.finishing) finish(r, Activity.RESULT_CANCELED, null);
  }

  private void idleSoon(long ms) {
    handler.removeCallbacks(idle);
    handler.postDelayed(idle, ms);
  }

  /** The top is drawn and idle: stop what it covers, destroy what finished. On main. */
  void idle() {
    if (Death.dead()) return;
    handler.removeCallbacks(idle);
    ActivityRecord top = top();
    boolean covered = false;
    List<ActivityRecord> all = all();
    for (int i = all.size() - 1; i >= 0; i--) {
      ActivityRecord r = all.get(i);
      if (r.finishing) {
        if (r.state != State.RESUMED) destroy(r);
        continue;
      }
      if (r == top) {
        covered = !Lifecycle.translucent(r);
        continue;
      }
      boolean seen = top != null && !covered && r.task == top.task;
      if (!seen && r.state == State.PAUSED) {
        Lifecycle.stop(r);
        change(r, State.STOPPED);
      } else if (seen && r.state == State.STOPPED && r.alive) {
        Lifecycle.start(r);
        r.state = State.PAUSED;
      }
      if (r.state == State.STOPPED && r.alive && dontKeep()) {
        Lifecycle.destroy(r);
        r.alive = false;
        r.state = State.LAUNCHING;
      }
      if (seen && r.alive) covered |= !Lifecycle.translucent(r);
    }
    Windows.get().changed();
  }

  private void destroy(ActivityRecord r) {
    if (r.alive && Lifecycle.alive(r)) Lifecycle.destroy(r);
    remove(r);
    if (all().stream().noneMatch(x -> !x.task.home)) {
      News.send(PhoneReply.newBuilder().setDied(PhoneReply.Died.newBuilder()
          .setCause(PhoneReply.Died.Cause.CAUSE_EMPTY).setUptimeNs(Clock.uptimeNanos())));
    }
  }

  private static boolean dontKeep() {
    return android.provider.Settings.Global.getInt(RuntimeEnvironment.getApplication().getContentResolver(),
        android.provider.Settings.Global.ALWAYS_FINISH_ACTIVITIES, 0) != 0;
  }

  private boolean visible(ActivityRecord r) {
    return r.state == State.RESUMED || r.state == State.PAUSED;
  }

  static Configuration configuration() {
    return new Configuration(RuntimeEnvironment.getApplication().getResources().getConfiguration());
  }

  // --- what the framework reports ---

  void stopped(IBinder token, android.os.Bundle icicle, android.os.PersistableBundle persistent) {
    ActivityRecord r = find(token);
    if (r == null) return;
    r.icicle = icicle;
    r.persistent = persistent;
    save();
  }

  /** Says what is kept of the activities. */
  public synchronized void save() {
    byte[] bytes;
    try {
      bytes = SavedTasks.write(tasks);
    } catch (RuntimeException e) {
      Log.w("ActivityManager", "the state of " + App.name() + " cannot be kept", e);
      return;
    }
    News.send(PhoneReply.newBuilder().setTasksSaved(PhoneReply.TasksSaved.newBuilder()
        .setTasks(com.google.protobuf.ByteString.copyFrom(bytes))));
  }

  /** The tasks of a process that was killed come back; nothing of them is shown yet. */
  public synchronized void restore(byte[] saved) {
    SavedTasks.read(saved, this);
    started = false;
  }

  void change(ActivityRecord r, State state) {
    if (r.state == state && state != State.LAUNCHING) return;
    r.state = state;
    News.send(PhoneReply.newBuilder().setActivityChanged(PhoneReply.ActivityChanged.newBuilder()
        .setActivity(describe(r)).setUptimeNs(Clock.uptimeNanos())));
  }

  private static PhoneActivity describe(ActivityRecord r) {
    return PhoneActivity.newBuilder().setName(r.info.name).setState(r.state.name().toLowerCase(java.util.Locale.ROOT))
        .setTask(r.task.id).setPackageName(r.info.packageName).setNumber(r.number).build();
  }

  /** Adds the activities, lowest first. */
  public void describe(PhoneState.Builder state) {
    for (ActivityRecord r : all()) state.addActivities(describe(r));
  }
}
