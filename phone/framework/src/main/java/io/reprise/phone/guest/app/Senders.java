package io.reprise.phone.guest.app;

import android.app.ActivityManager;
import android.app.PendingIntent;
import android.content.IIntentReceiver;
import android.content.IIntentSender;
import android.content.Intent;
import android.os.Bundle;
import android.os.IBinder;
import android.os.RemoteException;
import android.util.Log;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.activity.ActivityRecord;
import io.reprise.phone.guest.activity.Starter;
import io.reprise.phone.guest.activity.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import reprise.PhoneSystem.PhonePending;

/** Pending intents: kept by what they mean, fired by whoever holds one. Any thread. */
public final class Senders {
  // ActivityManager.INTENT_SENDER_*, which are no constants for javac here.
  private static final int BROADCAST = 1;
  private static final int ACTIVITY = 2;
  private static final int ACTIVITY_RESULT = 3;
  private static final int SERVICE = 4;
  private static final int FOREGROUND_SERVICE = 5;
  private static final List<Sender> ALL = new ArrayList<>();
  private static final List<Consumer<Sender>> CANCEL_LISTENERS = new ArrayList<>();

  private Senders() {}

  /** One pending intent. */
  public static final class Sender {
    final IIntentSender binder = Binders.make(IIntentSender.class, (p, m, a) -> fire(this, (int) a[0], (Intent) a[1],
        (IIntentReceiver) a[4], (String) a[5]));
    final int type;
    final String packageName;
    final ActivityRecord activity;
    final String who;
    final int requestCode;
    final int flags;
    Intent[] intents;
    String[] types;
    boolean cancelled;

    Sender(int type, String packageName, ActivityRecord activity, String who, int requestCode, int flags) {
      this.type = type;
      this.packageName = packageName;
      this.activity = activity;
      this.who = who;
      this.requestCode = requestCode;
      this.flags = flags;
    }

    boolean means(Sender o) {
      return type == o.type && Objects.equals(packageName, o.packageName) && activity == o.activity
          && Objects.equals(who, o.who) && requestCode == o.requestCode
          && last() == null == (o.last() == null) && (last() == null || last().filterEquals(o.last()));
    }

    Intent last() {
      return intents == null || intents.length == 0 ? null : intents[intents.length - 1];
    }
  }

  static synchronized void reset() {
    ALL.clear();
    CANCEL_LISTENERS.clear();
  }

  /** Who wants to know of those that are cancelled. */
  public static synchronized void onCancel(Consumer<Sender> listener) {
    CANCEL_LISTENERS.add(listener);
  }

  /** The one behind a PendingIntent; null = it was cancelled. */
  public static Sender of(PendingIntent intent) {
    return intent == null ? null : find(intent.getTarget());
  }

  /** For a process to come. */
  public static PhonePending save(Sender s) {
    return SavedSenders.write(s);
  }

  /** One of a process before; null = it cannot be read. */
  public static synchronized Sender restore(PhonePending kept) {
    Sender s = SavedSenders.read(kept);
    if (s == null) return null;
    for (Sender known : ALL) if (known.means(s)) return known;
    ALL.add(s);
    return s;
  }

  /** What an app holds for it. */
  public static PendingIntent pending(Sender s) {
    return s == null ? null : new PendingIntent(s.binder);
  }

  static synchronized IIntentSender get(int type, String packageName, IBinder token, String who, int requestCode,
      Intent[] intents, String[] types, int flags) {
    Sender made = new Sender(type, packageName, Tasks.get().find(token), who, requestCode, flags);
    if (intents != null) {
      made.intents = new Intent[intents.length];
      for (int i = 0; i < intents.length; i++) made.intents[i] = new Intent(intents[i]);
    }
    made.types = types;
    for (Sender known : new ArrayList<>(ALL)) {
      if (!known.means(made)) continue;
      if ((flags & PendingIntent.FLAG_CANCEL_CURRENT) != 0) {
        cancel(known);
        break;
      }
      if ((flags & PendingIntent.FLAG_UPDATE_CURRENT) != 0 && made.last() != null) {
        known.last().replaceExtras(made.last());
      }
      return known.binder;
    }
    if ((flags & PendingIntent.FLAG_NO_CREATE) != 0) return null;
    ALL.add(made);
    return made.binder;
  }

  private static synchronized Sender find(IIntentSender target) {
    for (Sender s : ALL) if (target != null && s.binder.asBinder() == target.asBinder()) return s;
    return null;
  }

  static void cancel(IIntentSender target) {
    Sender s = find(target);
    if (s != null) cancel(s);
  }

  private static void cancel(Sender s) {
    List<Consumer<Sender>> told;
    synchronized (Senders.class) {
      s.cancelled = true;
      ALL.remove(s);
      told = List.copyOf(CANCEL_LISTENERS);
    }
    for (Consumer<Sender> t : told) t.accept(s);
  }

  /** The system fires it: for the user, or in the background, where no activity may be started. */
  public static void fire(Sender s, Intent fillIn, boolean byUser) {
    if (s.type == ACTIVITY && !byUser && !Tasks.get().inFront()) {
      Log.w("ActivityTaskManager", "Background activity launch blocked! " + s.last());
      return;
    }
    fire(s, 0, fillIn, null, null);
  }

  /** Fires; 0 or more = it was sent. */
  public static int fire(IIntentSender target, int code, Intent fillIn, IIntentReceiver finished, String permission) {
    Sender s = find(target);
    return s == null ? ActivityManager.START_CANCELED : fire(s, code, fillIn, finished, permission);
  }

  private static int fire(Sender s, int code, Intent fillIn, IIntentReceiver finished, String permission) {
    if (s.cancelled) return ActivityManager.START_CANCELED;
    if ((s.flags & PendingIntent.FLAG_ONE_SHOT) != 0) cancel(s);
    Intent intent = s.last() == null ? new Intent() : new Intent(s.last());
    if (fillIn != null && (s.flags & PendingIntent.FLAG_IMMUTABLE) == 0) {
      intent.fillIn(fillIn, s.flags);
    }
    int result = 0;
    switch (s.type) {
      case ACTIVITY -> {
        for (int i = 0; i < s.intents.length - 1; i++) Starter.start(newTask(s.intents[i]), s.packageName, 0);
        result = Starter.start(newTask(intent), s.packageName, 0).code();
      }
      case BROADCAST -> Broadcasts.get().send(intent,
          permission == null ? null : new String[] {permission}, finished, code, null, null, finished != null,
          false, true);
      case SERVICE -> Services.get().start(intent, false);
      case FOREGROUND_SERVICE -> Services.get().start(intent, true);
      case ACTIVITY_RESULT -> Tasks.get().result(s.activity, s.who, s.requestCode,
          code, intent);
      default -> {
        return ActivityManager.START_CANCELED;
      }
    }
    if (finished != null && s.type != BROADCAST) {
      try {
        finished.performReceive(intent, 0, null, null, false, false, 0);
      } catch (RemoteException e) {
        throw new IllegalStateException(e);
      }
    }
    return result;
  }

  private static Intent newTask(Intent intent) {
    return new Intent(intent).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
  }

  /** The intent an activity is started with by startIntentSenderForResult; null = it is no activity's. */
  public static Intent activityIntent(IIntentSender target, Intent fillIn) {
    Sender s = find(target);
    if (s == null || s.type != ACTIVITY) return null;
    Intent intent = new Intent(s.last());
    if (fillIn != null && (s.flags & PendingIntent.FLAG_IMMUTABLE) == 0) intent.fillIn(fillIn, s.flags);
    return intent;
  }

  static Object info(IIntentSender target) {
    Sender s = find(target);
    if (s == null) return null;
    boolean immutable = (s.flags & PendingIntent.FLAG_IMMUTABLE) != 0;
    return new ActivityManager.PendingIntentInfo(s.packageName, App.current().info().uid, immutable, s.type);
  }

  static Intent intent(IIntentSender target) {
    Sender s = find(target);
    return s == null || s.last() == null ? null : new Intent(s.last());
  }

  static boolean isActivity(IIntentSender target) {
    Sender s = find(target);
    return s != null && s.type == ACTIVITY;
  }
}
