package io.reprise.phone.guest.service;

import android.app.AlarmManager;
import android.app.IAlarmCompleteListener;
import android.app.IAlarmListener;
import android.app.IAlarmManager;
import android.app.PendingIntent;
import android.content.Intent;
import android.os.IBinder;
import android.os.IInterface;
import android.os.RemoteException;
import android.util.Log;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.Clock;
import io.reprise.phone.guest.Death;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.app.Senders;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import reprise.Phone.PhoneReply;
import reprise.PhoneSystem.PhoneAlarm;
import reprise.PhoneSystem.PhoneAlarms;
import reprise.PhoneSystem.PhoneKept;

/**
 * The alarms of the app. One that is not exact comes at the end of its window,
 * or with another one that comes within it, as Android's store of alarms has it.
 * Any thread.
 */
final class Alarms {
  private static final String TAG = "AlarmManager";
  private static final long MS = 1_000_000;
  private static final Alarms INSTANCE = new Alarms();
  private static final IAlarmManager BINDER = Binders.make(IAlarmManager.class, (p, m, a) -> INSTANCE.call(m, a));
  private static final IAlarmCompleteListener DONE = Binders.silent(IAlarmCompleteListener.class);

  /** Times are uptime in milliseconds. */
  private static final class Alarm {
    int type;
    long when;
    long until;
    long interval;
    int flags;
    Senders.Sender sender;
    IAlarmListener listener;
    String tag;
    AlarmManager.AlarmClockInfo clock;

    boolean is(Senders.Sender sender, IBinder listener) {
      return sender != null ? this.sender == sender
          : listener != null && this.listener != null && this.listener.asBinder() == listener;
    }
  }

  private final List<Alarm> all = new ArrayList<>();
  private final Runnable deliver = this::deliver;

  private Alarms() {}

  static Alarms get() {
    return INSTANCE;
  }

  static IInterface binder() {
    return BINDER;
  }

  synchronized void reset() {
    all.clear();
    MainThread.handler().removeCallbacks(deliver);
  }

  /** What the process before had set. */
  synchronized void begin(PhoneAlarms kept) {
    Senders.onCancel(this::cancelled);
    for (PhoneAlarm k : kept.getAlarmsList()) {
      Alarm a = new Alarm();
      a.sender = Senders.restore(k.getPending());
      if (a.sender == null) continue;
      a.type = k.getType();
      a.when = k.getWhenNs() / MS;
      a.until = k.getUntilNs() / MS;
      a.interval = k.getRepeatNs() / MS;
      a.flags = k.getFlags();
      if (k.getClockMs() != 0) a.clock = new AlarmManager.AlarmClockInfo(k.getClockMs(), null);
      all.add(a);
    }
    plan();
  }

  private Object call(Method m, Object[] a) {
    switch (m.getName()) {
      case "set" -> set((int) a[1], (long) a[2], (long) a[3], (long) a[4], (int) a[5], (PendingIntent) a[6],
          (IAlarmListener) a[7], (String) a[8], (AlarmManager.AlarmClockInfo) a[10]);
      case "remove" -> remove((PendingIntent) a[0], (IAlarmListener) a[1]);
      case "removeAll" -> removeAll();
      case "canScheduleExactAlarms", "hasScheduleExactAlarm" -> {
        return AlarmRules.mayBeExact();
      }
      case "getNextAlarmClock" -> {
        return nextClock();
      }
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
    return null;
  }

  private static long now() {
    return Clock.uptimeNanos() / MS;
  }

  private void set(int type, long trigger, long window, long interval, int flags, PendingIntent operation,
      IAlarmListener listener, String tag, AlarmManager.AlarmClockInfo clock) {
    Senders.Sender sender = Senders.of(operation);
    if (operation == null == (listener == null) || operation != null && sender == null) {
      Log.w(TAG, "Alarms must either supply a PendingIntent or an AlarmReceiver");
      return;
    }
    if (type < AlarmManager.RTC_WAKEUP || type > AlarmManager.ELAPSED_REALTIME) {
      throw new IllegalArgumentException("Invalid alarm type " + type);
    }
    if (window == AlarmManager.WINDOW_EXACT && interval == 0 && sender != null) AlarmRules.checkExact();
    long now = now();
    Alarm a = new Alarm();
    a.type = type;
    long wanted = Math.max(0, trigger);
    if (AlarmRules.wall(type)) wanted += now - Clock.realtimeNanos() / MS;
    a.when = AlarmRules.when(wanted, now);
    a.interval = AlarmRules.interval(interval);
    if (interval > 0 && a.interval > interval) {
      Log.w(TAG, "Suspiciously short interval " + interval + " millis; expanding to " + a.interval / 1000 + " seconds");
    }
    if (window == AlarmManager.WINDOW_EXACT) a.until = a.when;
    else if (window < 0) a.until = AlarmRules.until(a.when, now, a.interval);
    else a.until = AlarmRules.until(a.when, now, window, flags);
    a.flags = flags;
    a.sender = sender;
    a.listener = listener;
    a.tag = tag;
    a.clock = clock;
    synchronized (this) {
      all.removeIf(o -> o.is(sender, listener == null ? null : listener.asBinder()));
      if (all.size() >= AlarmRules.MAX_ALARMS) {
        throw new IllegalStateException("Maximum limit of concurrent alarms " + AlarmRules.MAX_ALARMS
            + " reached for uid: " + App.current().info().uid + ", callingPackage: " + App.name());
      }
      all.add(a);
      changed();
    }
  }

  private void remove(PendingIntent operation, IAlarmListener listener) {
    Senders.Sender sender = Senders.of(operation);
    synchronized (this) {
      if (all.removeIf(o -> o.is(sender, listener == null ? null : listener.asBinder()))) changed();
    }
  }

  private synchronized void removeAll() {
    all.clear();
    changed();
  }

  /** A pending intent is no more. */
  private synchronized void cancelled(Senders.Sender sender) {
    if (all.removeIf(o -> o.sender == sender)) changed();
  }

  private synchronized AlarmManager.AlarmClockInfo nextClock() {
    return all.stream().filter(a -> a.clock != null).min(Comparator.comparingLong(a -> a.when)).map(a -> a.clock)
        .orElse(null);
  }

  private void changed() {
    plan();
    PhoneAlarms.Builder kept = PhoneAlarms.newBuilder();
    for (Alarm a : all) {
      PhoneAlarm.Builder k = PhoneAlarm.newBuilder().setType(a.type).setWhenNs(a.when * MS).setUntilNs(a.until * MS)
          .setRepeatNs(a.interval * MS).setFlags(a.flags);
      if (a.sender != null) k.setPending(Senders.save(a.sender));
      if (a.tag != null) k.setTag(a.tag);
      if (a.clock != null) k.setClockMs(a.clock.getTriggerTime());
      kept.addAlarms(k);
    }
    News.send(PhoneReply.newBuilder().setKept(PhoneKept.newBuilder().setAlarms(kept)));
  }

  private void plan() {
    MainThread.handler().removeCallbacks(deliver);
    all.stream().mapToLong(a -> a.until).min().ifPresent(at -> MainThread.handler().postAtTime(deliver, at));
  }

  /** On main: a window has ended; all whose windows have begun come with it. */
  private void deliver() {
    if (Death.dead()) return;
    long now = now();
    List<Alarm> due = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    synchronized (this) {
      all.stream().filter(a -> a.when <= now).sorted(Comparator.comparingLong(a -> a.when)).forEach(due::add);
      for (Alarm a : due) {
        long missed = a.interval == 0 ? 0 : (now - a.when) / a.interval;
        counts.add((int) (1 + missed));
        if (a.interval == 0) {
          all.remove(a);
        } else {
          a.when += (1 + missed) * a.interval;
          a.until = AlarmRules.until(a.when, now, a.interval);
        }
      }
      // Before anything of the app runs: it may end in it.
      changed();
    }
    for (int i = 0; i < due.size(); i++) deliver(due.get(i), counts.get(i));
  }

  private static void deliver(Alarm a, int count) {
    if (a.listener != null) {
      try {
        a.listener.doAlarm(DONE);
      } catch (RemoteException e) {
        throw new IllegalStateException(e);
      }
      return;
    }
    Senders.fire(a.sender, new Intent().addFlags(Intent.FLAG_FROM_BACKGROUND)
        .putExtra(Intent.EXTRA_ALARM_COUNT, count), false);
  }
}
