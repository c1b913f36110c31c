package io.reprise.phone.guest.activity;

import android.app.Activity;
import android.app.ActivityManager;
import android.app.ClientTransactionHandler;
import android.app.servertransaction.ActivityLifecycleItem;
import android.app.servertransaction.ActivityRelaunchItem;
import android.app.servertransaction.ActivityResultItem;
import android.app.servertransaction.ClientTransaction;
import android.app.servertransaction.ClientTransactionItem;
import android.app.servertransaction.DestroyActivityItem;
import android.app.servertransaction.LaunchActivityItem;
import android.app.servertransaction.NewIntentItem;
import android.app.servertransaction.PauseActivityItem;
import android.app.servertransaction.ResumeActivityItem;
import android.app.servertransaction.StartActivityItem;
import android.app.servertransaction.StopActivityItem;
import android.app.servertransaction.TopResumedActivityChangeItem;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.content.res.TypedArray;
import android.os.Binder;
import android.util.MergedConfiguration;
import io.reprise.phone.guest.App;
import java.util.ArrayList;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * Speaks to the real ActivityThread as the system does, by ClientTransactions:
 * every callback of an activity then comes from the framework's own code. On
 * main only; what the app throws is thrown here.
 */
final class Lifecycle {
  private Lifecycle() {}

  static void launch(ActivityRecord r, Configuration now) {
    r.config = new Configuration(now);
    r.alive = true;
    var results = r.results.isEmpty() ? null : new ArrayList<>(r.results);
    var intents = r.newIntents.isEmpty() ? null : new ArrayList<>(r.newIntents);
    r.results.clear();
    r.newIntents.clear();
    String referrer = r.callingPackage;
    send(r, LaunchActivityItem.obtain(r.intent, r.number, r.info, now, new Configuration(), 0, referrer, null,
            ActivityManager.PROCESS_STATE_TOP, r.icicle, r.persistent, results, intents, null, true, null,
            new Binder(), Tasks.get().client(), new Binder(), false, null),
        ResumeActivityItem.obtain(true, false));
    if (alive(r)) send(r, TopResumedActivityChangeItem.obtain(true), null);
  }

  /** Resumes; results and new intents first, as they came. */
  static void resume(ActivityRecord r) {
    if (!r.results.isEmpty()) {
      var results = new ArrayList<>(r.results);
      r.results.clear();
      send(r, ActivityResultItem.obtain(results), null);
    }
    if (!r.newIntents.isEmpty()) {
      var intents = new ArrayList<>(r.newIntents);
      r.newIntents.clear();
      send(r, NewIntentItem.obtain(intents, true), null);
    }
    send(r, null, ResumeActivityItem.obtain(true, false));
    if (alive(r)) send(r, TopResumedActivityChangeItem.obtain(true), null);
  }

  /** New intents and results for an activity that is resumed. */
  static void deliver(ActivityRecord r) {
    if (!r.results.isEmpty()) {
      var results = new ArrayList<>(r.results);
      r.results.clear();
      send(r, ActivityResultItem.obtain(results), ResumeActivityItem.obtain(false, false));
    }
    if (!r.newIntents.isEmpty() && alive(r)) {
      var intents = new ArrayList<>(r.newIntents);
      r.newIntents.clear();
      send(r, NewIntentItem.obtain(intents, true), ResumeActivityItem.obtain(false, false));
    }
  }

  static void pause(ActivityRecord r) {
    send(r, TopResumedActivityChangeItem.obtain(false), null);
    send(r, null, PauseActivityItem.obtain(r.finishing, !r.finishing, 0, false, false));
  }

  static void start(ActivityRecord r) {
    send(r, null, StartActivityItem.obtain(null));
  }

  static void stop(ActivityRecord r) {
    send(r, null, StopActivityItem.obtain(0));
  }

  static void destroy(ActivityRecord r) {
    send(r, null, DestroyActivityItem.obtain(r.finishing, 0));
  }

  /** Destroys and creates it again, with its state; ends resumed, paused or stopped as it was. */
  static void relaunch(ActivityRecord r, int changes, Configuration now) {
    r.config = new Configuration(now);
    ActivityLifecycleItem end = switch (r.state) {
      case RESUMED -> ResumeActivityItem.obtain(false, false);
      case PAUSED -> PauseActivityItem.obtain();
      default -> StopActivityItem.obtain(0);
    };
    send(r, ActivityRelaunchItem.obtain(null, null, changes,
        new MergedConfiguration(now, new Configuration()), false), end);
  }

  /** True if what lies below can be seen through it. */
  static boolean translucent(ActivityRecord r) {
    Activity a = App.thread().getActivity(r.token);
    if (a == null) return false;
    TypedArray style = a.getTheme().obtainStyledAttributes(com.android.internal.R.styleable.Window);
    try {
      return ActivityInfo.isTranslucentOrFloating(style);
    } finally {
      style.recycle();
    }
  }

  static boolean alive(ActivityRecord r) {
    return App.thread().getActivityClient(r.token) != null;
  }

  static void send(ActivityRecord r, ClientTransactionItem item, ActivityLifecycleItem end) {
    ClientTransaction t = ClientTransaction.obtain(App.thread().getApplicationThread(), r.token);
    if (item != null) t.addCallback(item);
    if (end != null) t.setLifecycleStateRequest(end);
    ReflectionHelpers.callInstanceMethod(ClientTransactionHandler.class, App.thread(), "executeTransaction",
        ClassParameter.from(ClientTransaction.class, t));
  }
}
