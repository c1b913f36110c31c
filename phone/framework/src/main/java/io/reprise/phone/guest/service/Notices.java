package io.reprise.phone.guest.service;

import android.app.INotificationManager;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationChannelGroup;
import android.app.NotificationManager;
import android.content.pm.ParceledListSlice;
import android.os.IInterface;
import android.service.notification.StatusBarNotification;
import android.util.Log;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.app.Senders;
import io.reprise.phone.guest.window.Shade;
import io.reprise.phone.host.Refusal;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import reprise.Phone.PhoneReply;
import reprise.PhoneSystem.PhoneKept;
import reprise.PhoneSystem.PhoneNotice;
import reprise.PhoneSystem.PhoneNotices;

/**
 * The notification manager of the app: what is posted, in which channel, and what
 * happens when the user taps it. Sound, vibration and lights are not there. Any
 * thread; what the user does comes on main.
 */
public final class Notices {
  private static final String TAG = "NotificationService";
  private static final int MAX_NOTICES = 50;
  private static final int TARGET_ASKS = 33;
  private static final Notices INSTANCE = new Notices();
  private static final INotificationManager BINDER =
      Binders.make(INotificationManager.class, (p, m, a) -> INSTANCE.call(m, a));

  private final List<Notice> all = new ArrayList<>();
  private final Channels channels = new Channels();

  private Notices() {}

  public static Notices get() {
    return INSTANCE;
  }

  static IInterface binder() {
    return BINDER;
  }

  synchronized void reset() {
    all.clear();
    channels.clear();
  }

  synchronized void begin(PhoneNotices kept) {
    channels.restore(kept.getChannelsList());
    for (PhoneNotice k : kept.getNoticesList()) {
      // That of a service goes with its process.
      if ((k.getFlags() & Notification.FLAG_FOREGROUND_SERVICE) == 0) all.add(Notice.restore(k));
    }
  }

  /** What the shade shows, the oldest first. */
  public synchronized List<PhoneNotice> shown() {
    List<PhoneNotice> shown = new ArrayList<>();
    for (Notice n : all) shown.add(n.kept());
    return shown;
  }

  private static boolean enabled() {
    return App.current().info().targetSdkVersion < TARGET_ASKS || Grants.has("android.permission.POST_NOTIFICATIONS");
  }

  private Object call(Method m, Object[] a) {
    return switch (m.getName()) {
      case "enqueueNotificationWithTag" -> done(() -> post((String) a[2], (int) a[3], (Notification) a[4]));
      case "cancelNotificationWithTag" -> done(() -> cancel((String) a[2], (int) a[3]));
      case "cancelAllNotifications" -> done(this::cancelAll);
      case "getAppActiveNotifications" -> active();
      case "areNotificationsEnabled", "areNotificationsEnabledForPackage" -> enabled();
      case "getPackageImportance" -> enabled() ? NotificationManager.IMPORTANCE_UNSPECIFIED
          : NotificationManager.IMPORTANCE_NONE;
      default -> channels(m, a);
    };
  }

  private static Object done(Runnable work) {
    work.run();
    return null;
  }

  private synchronized Object channels(Method m, Object[] a) {
    switch (m.getName()) {
      case "createNotificationChannels" -> {
        for (Object c : ((ParceledListSlice<?>) a[1]).getList()) channels.create((NotificationChannel) c);
        changed();
        return null;
      }
      case "createNotificationChannelGroups" -> {
        for (Object g : ((ParceledListSlice<?>) a[1]).getList()) channels.create((NotificationChannelGroup) g);
        changed();
        return null;
      }
      case "deleteNotificationChannel" -> {
        if (channels.delete((String) a[1])) gone(List.of((String) a[1]));
        return null;
      }
      case "deleteNotificationChannelGroup" -> {
        gone(channels.deleteGroup((String) a[1]));
        return null;
      }
      case "getNotificationChannel", "getConversationNotificationChannel" -> {
        return channels.find((String) a[3]);
      }
      case "getNotificationChannels" -> {
        return new ParceledListSlice<>(channels.all());
      }
      case "getNotificationChannelGroup" -> {
        return channels.group((String) a[1]);
      }
      case "getNotificationChannelGroups" -> {
        return new ParceledListSlice<>(channels.groups());
      }
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
  }

  private void gone(List<String> ids) {
    all.removeIf(n -> ids.contains(n.posted.getNotification().getChannelId()));
    changed();
  }

  private synchronized void post(String tag, int id, Notification n) {
    NotificationChannel c = channels.find(n.getChannelId());
    if (c == null) {
      Log.e(TAG, "No Channel found for pkg=" + App.name() + ", channelId=" + n.getChannelId() + ", id=" + id
          + ", tag=" + tag);
      return;
    }
    if (!enabled() || c.getImportance() == NotificationManager.IMPORTANCE_NONE) {
      Log.i(TAG, "Suppressing notification from package " + App.name() + " by user request.");
      return;
    }
    add(tag, id, n, c.getImportance());
  }

  private void add(String tag, int id, Notification n, int importance) {
    Notice made = Notice.of(tag, id, n, importance);
    int at = indexOf(tag, id);
    if (at >= 0) all.set(at, made);
    else if (all.size() >= MAX_NOTICES) {
      Log.e(TAG, "Package has already posted or enqueued " + MAX_NOTICES + " notifications.  Not showing more.  package="
          + App.name());
      return;
    } else all.add(made);
    changed();
  }

  /** A service is in the foreground with this one; false = it cannot be shown, and the app must die of it. */
  public synchronized boolean foreground(int id, Notification n) {
    NotificationChannel c = n == null ? null : channels.find(n.getChannelId());
    if (c == null || n.getSmallIcon() == null) return false;
    n.flags |= Notification.FLAG_FOREGROUND_SERVICE | Notification.FLAG_ONGOING_EVENT | Notification.FLAG_NO_CLEAR;
    if (enabled()) add(null, id, n, c.getImportance());
    return true;
  }

  /** It is no longer; `remove` = its notification goes, too. */
  public synchronized void background(int id, boolean remove) {
    int at = indexOf(null, id);
    if (at < 0) return;
    Notice old = all.remove(at);
    if (!remove) {
      Notification n = old.posted.getNotification();
      n.flags &= ~(Notification.FLAG_FOREGROUND_SERVICE | Notification.FLAG_NO_CLEAR | Notification.FLAG_ONGOING_EVENT);
      all.add(at, Notice.of(null, id, n, old.kept().getImportance()));
    }
    changed();
  }

  private int indexOf(String tag, int id) {
    for (int i = 0; i < all.size(); i++) if (all.get(i).is(tag, id)) return i;
    return -1;
  }

  private synchronized void cancel(String tag, int id) {
    if (all.removeIf(n -> n.is(tag, id) && !n.has(Notification.FLAG_FOREGROUND_SERVICE))) changed();
  }

  private synchronized void cancelAll() {
    if (all.removeIf(n -> !n.has(Notification.FLAG_FOREGROUND_SERVICE))) changed();
  }

  private synchronized ParceledListSlice<StatusBarNotification> active() {
    List<StatusBarNotification> found = new ArrayList<>();
    for (Notice n : all) found.add(n.posted);
    return new ParceledListSlice<>(found);
  }

  private void changed() {
    PhoneNotices.Builder kept = PhoneNotices.newBuilder().addAllChannels(channels.save());
    for (Notice n : all) kept.addNotices(n.kept());
    News.send(PhoneReply.newBuilder().setKept(PhoneKept.newBuilder().setNotices(kept)));
    Shade.get().changed();
  }

  /** What the user does: tap KEY, act KEY NUMBER, clear KEY, clear-all. On main. */
  public String command(List<String> words) {
    String verb = words.isEmpty() ? "" : words.get(0);
    if (verb.equals("clear-all")) {
      for (Notice n : snapshot()) if (n.clearable()) clear(n);
      return "";
    }
    Notice n = words.size() < 2 ? null : find(words.get(1));
    if (n == null) throw new Refusal("no such notification: " + words + "; 'cmd notification list' has them");
    switch (verb) {
      case "tap" -> {
        if (n.content != null) Senders.fire(n.content, null, true);
        if (n.has(Notification.FLAG_AUTO_CANCEL) && !n.has(Notification.FLAG_FOREGROUND_SERVICE)) remove(n);
      }
      case "act" -> {
        int at = words.size() < 3 ? -1 : words.get(2).matches("[0-9]{1,3}") ? Integer.parseInt(words.get(2)) : -1;
        if (at < 0 || at >= n.actions.size()) {
          throw new Refusal("the notification has " + n.actions.size() + " actions; there is none with that number");
        }
        if (n.actions.get(at) != null) Senders.fire(n.actions.get(at), null, true);
      }
      case "clear" -> {
        if (n.clearable()) clear(n);
      }
      default -> throw new Refusal("notification: unknown command '" + verb + "'; it is tap, act, clear or clear-all");
    }
    return "";
  }

  private synchronized List<Notice> snapshot() {
    return new ArrayList<>(all);
  }

  private synchronized Notice find(String key) {
    for (Notice n : all) if (n.posted.getKey().equals(key)) return n;
    return null;
  }

  private synchronized void remove(Notice n) {
    if (all.remove(n)) changed();
  }

  private void clear(Notice n) {
    remove(n);
    if (n.removal != null) Senders.fire(n.removal, null, false);
  }
}
