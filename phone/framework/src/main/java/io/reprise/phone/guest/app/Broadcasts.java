package io.reprise.phone.guest.app;

import android.content.Context;
import android.content.IIntentReceiver;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.os.Bundle;
import android.os.IBinder;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Intents;
import io.reprise.phone.guest.Parcels;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import reprise.Phone.PhoneIntent;
import reprise.Phone.PhoneRequest.Send;
import reprise.PhoneAcross.PhoneCaller;
import reprise.PhoneAcross.PhoneOrder;
import reprise.PhoneAcross.PhoneReceivers;

/**
 * Broadcasts: to receivers that were registered at once, to those of the
 * manifest and ordered ones one after the other. Any thread.
 */
public final class Broadcasts {
  private static final Broadcasts INSTANCE = new Broadcasts();

  private record Registered(IIntentReceiver receiver, IBinder binder, IntentFilter filter, String permission,
      boolean exported) {}

  private final List<Registered> registered = new ArrayList<>();
  private final StickyBroadcasts sticky = new StickyBroadcasts();
  private final BroadcastQueue queue = new BroadcastQueue();
  private final TimeTicks ticks = new TimeTicks();

  private Broadcasts() {}

  public static Broadcasts get() {
    return INSTANCE;
  }

  public synchronized void reset() {
    registered.clear();
    sticky.reset();
    queue.reset();
    ticks.reset();
  }

  /** A new app: what others have left. */
  public synchronized void begin(List<PhoneIntent> left) {
    for (PhoneIntent i : left) sticky.put(Intents.of(i));
  }

  synchronized Intent register(IIntentReceiver receiver, IntentFilter filter, String permission, int flags) {
    SystemBroadcasts.checkExported(filter, flags, receiver != null);
    List<Intent> there = sticky.matching(i -> matches(filter, i));
    if (receiver != null) {
      registered.add(new Registered(receiver, receiver.asBinder(), filter, permission,
          (flags & Context.RECEIVER_NOT_EXPORTED) == 0));
      listened();
      for (Intent i : there) BroadcastQueue.deliver(receiver, new BroadcastQueue.Item(i, false), false, true);
    }
    return there.isEmpty() ? null : there.get(0);
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

  /** The app, or the system in it (then `fromApp` is false), sends one. */
  public synchronized void send(Intent given, String[] permissions, IIntentReceiver resultTo, int code,
      String data, Bundle extras, boolean ordered, boolean stays, boolean fromApp) {
    Intent intent = new Intent(given);
    if ((intent.getFlags() & Intent.FLAG_INCLUDE_STOPPED_PACKAGES) == 0) {
      intent.addFlags(Intent.FLAG_EXCLUDE_STOPPED_PACKAGES);
    }
    if (stays && fromApp) StickyBroadcasts.check("broadcastIntent() requesting a sticky broadcast");
    if (stays) sticky.put(intent);
    BroadcastQueue.Item q = new BroadcastQueue.Item(intent, ordered);
    q.resultTo = resultTo;
    q.code = code;
    q.data = data;
    q.extras = extras;
    q.needs = permissions;
    boolean others = fromApp && OtherBroadcasts.there(intent);
    q.asks = others && ordered;
    deliver(q, targets(intent, permissions, null));
    if (others && !ordered) OtherBroadcasts.send(intent, permissions, stays);
  }

  /** Another app sends one. */
  public synchronized void sent(Send send) {
    Intent intent = Intents.of(send.getIntent());
    if (send.hasSticky()) {
      if (send.getSticky()) sticky.put(intent);
      else sticky.remove(intent);
      if (!send.getSticky()) return;
    }
    BroadcastQueue.Item q = new BroadcastQueue.Item(intent, send.hasOrder());
    List<BroadcastTarget> targets = targets(intent, OtherBroadcasts.needs(send.getNeedsList()), send.getFrom());
    if (send.hasOrder()) {
      PhoneOrder order = send.getOrder();
      targets.removeIf(t -> t.priority() != order.getPriority());
      q.answers = order.getToken();
      q.code = order.getCode();
      q.data = order.hasData() ? order.getData() : null;
      q.extras = (Bundle) Parcels.read(order.getExtras());
    }
    deliver(q, targets);
  }

  /** Another app asks who would get an ordered one. */
  public synchronized PhoneReceivers receivers(Send send) {
    PhoneReceivers.Builder there = PhoneReceivers.newBuilder().setPackageName(App.name());
    targets(Intents.of(send.getIntent()), OtherBroadcasts.needs(send.getNeedsList()), send.getFrom()).stream()
        .map(BroadcastTarget::priority).distinct().forEach(there::addPriorities);
    return there.build();
  }

  /** See BroadcastQueue. */
  public synchronized void answered(PhoneOrder order) {
    queue.answered(order);
  }

  private void deliver(BroadcastQueue.Item q, List<BroadcastTarget> targets) {
    for (BroadcastTarget t : targets) {
      if (q.ordered || t.receiver() == null) q.left.add(t);
      else BroadcastQueue.deliver(t.receiver(), q, false, false);
    }
    if (!q.left.isEmpty() || q.asks || q.resultTo != null || q.answers != 0) queue.add(q);
  }

  /** Those of this app that get it; `from`: another app that sends it, null = none. */
  private List<BroadcastTarget> targets(Intent intent, String[] permissions, PhoneCaller from) {
    List<BroadcastTarget> targets = new ArrayList<>();
    if (permissions != null) for (String p : permissions) if (p != null && !Grants.has(p)) return targets;
    if (intent.getComponent() == null
        && (intent.getPackage() == null || intent.getPackage().equals(App.name()))) {
      for (Registered r : registered) {
        if (from != null && (!r.exported || !Grants.has(from, r.permission))) continue;
        if (matches(r.filter, intent)) targets.add(BroadcastTarget.of(r.filter.getPriority(), r.receiver));
      }
    }
    if ((intent.getFlags() & Intent.FLAG_RECEIVER_REGISTERED_ONLY) == 0) {
      boolean explicit = intent.getComponent() != null || intent.getPackage() != null;
      boolean old = App.current().info().targetSdkVersion < 26;
      for (ResolveInfo f : manifest(intent)) {
        if (!f.activityInfo.packageName.equals(App.name())) continue;
        if (from != null && (!f.activityInfo.exported || !Grants.has(from, f.activityInfo.permission))) continue;
        if (explicit || old || SystemBroadcasts.exempt(intent.getAction())) {
          targets.add(BroadcastTarget.of(f.priority, f.activityInfo));
        }
      }
    }
    targets.sort((a, b) -> Integer.compare(b.priority(), a.priority()));
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

  /** A receiver is done, at once or after goAsync. */
  synchronized void finished(int code, String data, Bundle extras, boolean abort) {
    queue.finished(code, data, extras, abort);
  }

  /** The system has one that stays; nobody is told. */
  public synchronized void stick(Intent intent) {
    sticky.put(intent);
  }

  /** The system tells the app of something. */
  public void tell(Intent intent, boolean stays) {
    send(intent, null, null, 0, null, null, false, stays, false);
  }

  synchronized void unstick(Intent intent) {
    StickyBroadcasts.check("unbroadcastIntent()");
    sticky.remove(intent);
    OtherBroadcasts.unstick(intent);
  }
}
