package io.reprise.phone.guest.app;

import android.content.ComponentName;
import android.content.IIntentReceiver;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.content.res.CompatibilityInfo;
import android.os.Bundle;
import android.os.IBinder;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Intents;
import io.reprise.phone.guest.News;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneRequest.Send;

/**
 * Broadcasts: to receivers that were registered at once, to those of the
 * manifest and ordered ones one after the other. Any thread.
 */
public final class Broadcasts {
  private static final Broadcasts INSTANCE = new Broadcasts();

  private record Registered(IIntentReceiver receiver, IBinder binder, IntentFilter filter, String permission) {}

  /** One receiver of a broadcast: registered, or of the manifest. */
  private record Target(int priority, Registered registered, ActivityInfo info) {}

  /** A broadcast that goes from one receiver to the next. */
  private static final class Queued {
    Intent intent;
    boolean ordered;
    final Deque<Target> left = new ArrayDeque<>();
    IIntentReceiver resultTo;
    int code;
    String data;
    Bundle extras;
    boolean abort;
  }

  private final List<Registered> registered = new ArrayList<>();
  private final Map<String, Intent> sticky = new HashMap<>();
  private final Deque<Queued> queue = new ArrayDeque<>();
  private final TimeTicks ticks = new TimeTicks();

  private Broadcasts() {}

  public static Broadcasts get() {
    return INSTANCE;
  }

  public synchronized void reset() {
    registered.clear();
    sticky.clear();
    queue.clear();
    ticks.reset();
  }

  synchronized Intent register(IIntentReceiver receiver, IntentFilter filter, String permission, int flags) {
    SystemBroadcasts.checkExported(filter, flags, receiver != null);
    Intent last = null;
    for (Intent i : sticky.values()) if (matches(filter, i)) last = i;
    if (receiver != null) registered.add(new Registered(receiver, receiver.asBinder(), filter, permission));
    listened();
    if (receiver != null && last != null) deliver(receiver, last, 0, null, null, false, true);
    return last;
  }

  synchronized void unregister(IIntentReceiver receiver) {
    IBinder binder = receiver.asBinder();
    registered.removeIf(r -> r.binder == binder);
    listened();
  }

  /** Who listens may have changed. */
  synchronized void listened() {
    ticks.listen(registered.stream().anyMatch(r -> r.filter.hasAction(Intent.ACTION_TIME_TICK)));
  }

  /** Sends; false = no receiver, here or in another package. */
  public synchronized boolean send(Intent given, String[] permissions, IIntentReceiver resultTo, int code,
      String data, Bundle extras, boolean ordered, boolean isSticky, boolean fromApp) {
    Intent intent = new Intent(given);
    intent.addFlags(Intent.FLAG_EXCLUDE_STOPPED_PACKAGES);
    if (isSticky && intent.getAction() != null) sticky.put(intent.getAction(), intent);
    List<Target> targets = targets(intent, permissions, fromApp);
    boolean elsewhere = fromApp && others(intent);
    boolean any = !targets.isEmpty() || elsewhere;
    Queued q = new Queued();
    q.intent = intent;
    q.ordered = ordered;
    q.resultTo = resultTo;
    q.code = code;
    q.data = data;
    q.extras = extras;
    for (Target t : targets) {
      if (!ordered && t.registered != null) deliver(t.registered.receiver, intent, code, data, extras, false, isSticky);
      else q.left.add(t);
    }
    if (q.left.isEmpty() && resultTo == null) return any;
    queue.add(q);
    if (queue.size() == 1) next();
    return any;
  }

  private List<Target> targets(Intent intent, String[] permissions, boolean fromApp) {
    List<Target> targets = new ArrayList<>();
    if (permissions != null) for (String p : permissions) if (p != null && !Grants.has(p)) return targets;
    if (intent.getComponent() == null
        && (intent.getPackage() == null || intent.getPackage().equals(App.name()))) {
      for (Registered r : registered) {
        if (matches(r.filter, intent)) targets.add(new Target(r.filter.getPriority(), r, null));
      }
    }
    if ((intent.getFlags() & Intent.FLAG_RECEIVER_REGISTERED_ONLY) == 0) {
      boolean explicit = intent.getComponent() != null || intent.getPackage() != null;
      boolean old = App.current().info().targetSdkVersion < 26;
      for (ResolveInfo f : manifest(intent)) {
        if (!f.activityInfo.packageName.equals(App.name())) continue;
        if (explicit || old || SystemBroadcasts.exempt(intent.getAction())) {
          targets.add(new Target(f.priority, null, f.activityInfo));
        }
      }
    }
    targets.sort((a, b) -> Integer.compare(b.priority, a.priority));
    return targets;
  }

  private static List<ResolveInfo> manifest(Intent intent) {
    PackageManager packages = RuntimeEnvironment.getApplication().getPackageManager();
    if (intent.getComponent() != null) {
      List<ResolveInfo> one = new ArrayList<>();
      try {
        ResolveInfo f = new ResolveInfo();
        f.activityInfo = packages.getReceiverInfo(intent.getComponent(), PackageManager.GET_META_DATA);
        one.add(f);
      } catch (PackageManager.NameNotFoundException e) {
        // Nobody gets it.
      }
      return one;
    }
    return packages.queryBroadcastReceivers(intent, PackageManager.GET_META_DATA);
  }

  private static boolean matches(IntentFilter filter, Intent intent) {
    String type = intent.resolveTypeIfNeeded(RuntimeEnvironment.getApplication().getContentResolver());
    return filter.match(intent.getAction(), type, intent.getScheme(), intent.getData(), intent.getCategories(),
        "broadcast") >= 0;
  }

  /** Tells the supervisor of one that another package may get. */
  private static boolean others(Intent intent) {
    String wanted = intent.getComponent() != null ? intent.getComponent().getPackageName() : intent.getPackage();
    if (wanted != null && wanted.equals(App.name())) return false;
    boolean there = App.current().attach().getPackagesList().stream()
        .anyMatch(p -> !p.getManifest().getPackageName().equals(App.name())
            && (wanted == null || wanted.equals(p.getManifest().getPackageName())));
    if (!there) return false;
    News.send(PhoneReply.newBuilder().setStartOther(PhoneReply.StartOther.newBuilder()
        .setIntent(Intents.toProto(intent)).setKind(Send.Kind.KIND_BROADCAST)));
    return true;
  }

  private static void deliver(IIntentReceiver to, Intent intent, int code, String data, Bundle extras,
      boolean ordered, boolean isSticky) {
    App.tell(t -> t.scheduleRegisteredReceiver(to, new Intent(intent), code, data, extras, ordered, isSticky, !ordered,
        0, 0, App.current().info().uid, App.name()));
  }

  /** The head of the queue goes on to its next receiver, or ends. */
  private void next() {
    for (Queued q; (q = queue.peek()) != null; queue.poll()) {
      Target t = q.abort ? null : q.left.poll();
      if (t == null) {
        if (q.resultTo != null) deliver(q.resultTo, q.intent, q.code, q.data, q.extras, false, false);
        continue;
      }
      if (t.registered != null) {
        deliver(t.registered.receiver, q.intent, q.code, q.data, q.extras, true, false);
      } else {
        t.info.applicationInfo = App.current().info();
        Intent intent = new Intent(q.intent).setComponent(new ComponentName(t.info.packageName, t.info.name));
        Queued head = q;
        App.tell(to -> to.scheduleReceiver(intent, t.info, CompatibilityInfo.DEFAULT_COMPATIBILITY_INFO, head.code,
            head.data, head.extras, head.ordered, false, 0, 0, App.current().info().uid, App.name()));
      }
      return;
    }
  }

  /** A receiver is done, at once or after goAsync. */
  synchronized void finished(int code, String data, Bundle extras, boolean abort) {
    Queued q = queue.peek();
    if (q == null) return;
    if (q.ordered) {
      q.code = code;
      q.data = data;
      q.extras = extras;
      q.abort = abort && (q.intent.getFlags() & Intent.FLAG_RECEIVER_NO_ABORT) == 0;
    }
    next();
  }

  /** The system has one that stays; nobody is told. */
  public synchronized void stick(Intent intent) {
    sticky.put(intent.getAction(), intent);
  }

  /** The system tells the app of something. */
  public void tell(Intent intent, boolean isSticky) {
    send(intent, null, null, 0, null, null, false, isSticky, false);
  }

  synchronized void unstick(Intent intent) {
    sticky.remove(intent.getAction());
  }
}
