package io.reprise.phone.guest.app;

import android.app.ActivityManager;
import android.app.IServiceConnection;
import android.app.Notification;
import android.app.RemoteServiceException;
import android.app.Service;
import android.app.ServiceStartArgs;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ParceledListSlice;
import android.content.pm.ResolveInfo;
import android.content.pm.ServiceInfo;
import android.content.res.CompatibilityInfo;
import android.os.IBinder;
import android.os.RemoteException;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Intents;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.service.Notices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneRequest.Send;

/**
 * The app's services: started, bound, in the foreground, stopped. Calls of the
 * service itself come from the real ActivityThread. Any thread.
 */
public final class Services {
  private static final Services INSTANCE = new Services();
  private static final int STATE = ActivityManager.PROCESS_STATE_SERVICE;

  private final Map<ComponentName, ServiceRecord> running = new LinkedHashMap<>();
  /** Bound without BIND_AUTO_CREATE to what does not run yet. */
  private final Map<ComponentName, List<Waiting>> waiting = new LinkedHashMap<>();

  private record Waiting(Intent intent, IServiceConnection connection) {}

  private Services() {}

  public static Services get() {
    return INSTANCE;
  }

  public synchronized void reset() {
    running.clear();
    waiting.clear();
  }

  /** Classes of those that run. */
  public synchronized List<String> names() {
    List<String> names = new ArrayList<>();
    for (ComponentName c : running.keySet()) names.add(c.getClassName());
    return names;
  }

  /** The service an intent means; null = there is none. */
  private static ServiceInfo resolve(Intent intent) {
    PackageManager packages = RuntimeEnvironment.getApplication().getPackageManager();
    if (intent.getComponent() != null) {
      try {
        return packages.getServiceInfo(intent.getComponent(), PackageManager.GET_META_DATA);
      } catch (PackageManager.NameNotFoundException e) {
        return null;
      }
    }
    ResolveInfo found = packages.resolveService(intent, PackageManager.GET_META_DATA);
    return found == null ? null : found.serviceInfo;
  }

  /** The service of an intent, created if it does not run. */
  private ServiceRecord record(ServiceInfo info) {
    ComponentName name = new ComponentName(info.packageName, info.name);
    ServiceRecord r = running.get(name);
    if (r == null) {
      info.applicationInfo = App.current().info();
      ServiceRecord made = new ServiceRecord(name, info);
      running.put(name, r = made);
      App.tell(t -> t.scheduleCreateService(made.token, info, CompatibilityInfo.DEFAULT_COMPATIBILITY_INFO, STATE));
      List<Waiting> wanted = waiting.remove(name);
      if (wanted != null) for (Waiting w : wanted) bind(r, w.intent, w.connection);
    }
    return r;
  }

  /** Starts; null = there is no such service. */
  public synchronized ComponentName start(Intent intent, boolean foreground) {
    ServiceInfo info = resolve(intent);
    if (info == null) return null;
    if (!info.packageName.equals(App.name())) {
      // As the activity manager says it to the real ContextImpl, which throws.
      if (!may(info)) return new ComponentName("!", info.exported ? info.permission : "private to package");
      other(foreground ? Send.Kind.KIND_START_FOREGROUND_SERVICE : Send.Kind.KIND_START_SERVICE, intent, info);
      return new ComponentName(info.packageName, info.name);
    }
    ServiceRecord r = record(info);
    r.started = true;
    if (foreground && !r.foreground) ForegroundPromise.expect(r);
    ServiceStartArgs args = new ServiceStartArgs(false, ++r.startId, 0, new Intent(intent));
    App.tell(t -> t.scheduleServiceArgs(r.token, new ParceledListSlice<>(new ArrayList<>(List.of(args)))));
    return r.name;
  }

  /** May the app use this service of another one? */
  private static boolean may(ServiceInfo info) {
    return info.exported && (info.permission == null || Grants.has(info.permission));
  }

  private static void other(Send.Kind kind, Intent intent, ServiceInfo info) {
    Intent explicit = new Intent(intent).setComponent(new ComponentName(info.packageName, info.name));
    News.send(PhoneReply.newBuilder().setStartOther(
        PhoneReply.StartOther.newBuilder().setIntent(Intents.toProto(explicit)).setKind(kind)
            .addAllHeld(Grants.all())));
  }

  /** Stops what was started; 1 = it was running, 0 = not. */
  public synchronized int stop(Intent intent) {
    ServiceInfo info = resolve(intent);
    if (info == null) return 0;
    if (!info.packageName.equals(App.name())) {
      if (!may(info)) return -1;
      other(Send.Kind.KIND_STOP_SERVICE, intent, info);
      return 1;
    }
    ServiceRecord r = running.get(new ComponentName(info.packageName, info.name));
    if (r == null) return 0;
    r.started = false;
    endIfUnused(r);
    return 1;
  }

  /** stopSelf: only if nothing was started after `startId`. */
  synchronized boolean stop(ComponentName name, int startId) {
    ServiceRecord r = running.get(name);
    if (r == null || (startId >= 0 && r.startId != startId)) return false;
    r.started = false;
    endIfUnused(r);
    return true;
  }

  /** Binds; 1 = there is such a service, 0 = not. */
  public synchronized int bind(Intent intent, IServiceConnection connection, long flags) {
    ServiceInfo info = resolve(intent);
    if (info == null || !info.packageName.equals(App.name())) return 0;
    ComponentName name = new ComponentName(info.packageName, info.name);
    if (!running.containsKey(name) && (flags & Context.BIND_AUTO_CREATE) == 0) {
      waiting.computeIfAbsent(name, k -> new ArrayList<>()).add(new Waiting(intent, connection));
      return 1;
    }
    bind(record(info), intent, connection);
    return 1;
  }

  private void bind(ServiceRecord r, Intent intent, IServiceConnection connection) {
    ServiceRecord.Binding b = r.binding(intent);
    boolean first = b.connections.isEmpty();
    b.connections.add(connection);
    if (b.published) {
      connect(r, b, connection);
      if (first && b.rebind) App.tell(t -> t.scheduleBindService(r.token, b.intent, true, STATE, 0));
    } else if (!b.asked) {
      b.asked = true;
      App.tell(t -> t.scheduleBindService(r.token, b.intent, false, STATE, 0));
    }
  }

  synchronized void publish(IBinder token, Intent intent, IBinder service) {
    ServiceRecord r = find(token);
    if (r == null) return;
    ServiceRecord.Binding b = r.binding(intent);
    b.published = true;
    b.binder = service;
    for (IServiceConnection c : new ArrayList<>(b.connections)) connect(r, b, c);
  }

  private static void connect(ServiceRecord r, ServiceRecord.Binding b, IServiceConnection c) {
    try {
      c.connected(r.name, b.binder, false);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  public synchronized boolean unbind(IServiceConnection connection) {
    IBinder binder = connection.asBinder();
    waiting.values().forEach(l -> l.removeIf(w -> w.connection.asBinder() == binder));
    boolean found = false;
    for (ServiceRecord r : new ArrayList<>(running.values())) {
      for (ServiceRecord.Binding b : r.bindings) {
        if (!b.connections.removeIf(c -> c.asBinder() == binder)) continue;
        found = true;
        if (b.connections.isEmpty() && b.asked) {
          b.rebind = false;
          App.tell(t -> t.scheduleUnbindService(r.token, b.intent));
        }
      }
      if (found) endIfUnused(r);
    }
    return found;
  }

  /** onUnbind was called; true from it = call onRebind next time. */
  synchronized void unbound(IBinder token, Intent intent, boolean rebind) {
    ServiceRecord r = find(token);
    if (r != null) r.binding(intent).rebind = rebind;
  }

  /** startForeground; with the id 0 stopForeground. */
  void foreground(ComponentName name, int id, Notification notification, int flags) {
    ServiceRecord r;
    int before;
    synchronized (this) {
      r = running.get(name);
      if (r == null) return;
      before = r.notification;
      r.notification = id;
      r.foreground = id != 0;
      if (r.foreground) ForegroundPromise.kept(r);
    }
    if (id == 0) {
      if (before != 0) Notices.get().background(before, (flags & Service.STOP_FOREGROUND_REMOVE) != 0);
    } else if (!Notices.get().foreground(id, notification)) {
      MainThread.handler().post(() -> {
        throw new RemoteServiceException.CannotPostForegroundServiceNotificationException(
            "Bad notification for startForeground");
      });
    }
  }

  synchronized IBinder peek(Intent intent) {
    ServiceInfo info = resolve(intent);
    ServiceRecord r = info == null ? null : running.get(new ComponentName(info.packageName, info.name));
    if (r == null) return null;
    for (ServiceRecord.Binding b : r.bindings) if (b.binder != null) return b.binder;
    return null;
  }

  synchronized List<ActivityManager.RunningServiceInfo> infos() {
    List<ActivityManager.RunningServiceInfo> infos = new ArrayList<>();
    for (ServiceRecord r : running.values()) {
      ActivityManager.RunningServiceInfo i = new ActivityManager.RunningServiceInfo();
      i.service = r.name;
      i.pid = App.pid();
      i.uid = App.current().info().uid;
      i.process = App.current().info().processName;
      i.started = r.started;
      i.foreground = r.foreground;
      infos.add(i);
    }
    return infos;
  }

  private ServiceRecord find(IBinder token) {
    for (ServiceRecord r : running.values()) if (r.token == token) return r;
    return null;
  }

  private void endIfUnused(ServiceRecord r) {
    if (r.started || r.bound()) return;
    if (running.remove(r.name) == null) return;
    ForegroundPromise.kept(r);
    if (r.notification != 0) Notices.get().background(r.notification, true);
    App.tell(t -> t.scheduleStopService(r.token));
  }
}
