package io.reprise.phone.guest.service;

import android.content.Intent;
import android.net.ConnectivityManager;
import android.net.IConnectivityManager;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import android.net.NetworkRequest;
import android.os.Bundle;
import android.os.IInterface;
import android.os.Message;
import android.os.Messenger;
import android.os.RemoteException;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.Death;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.app.Broadcasts;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.system.SettingsTable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of the phone: Wi-Fi if it is on, else mobile data, else none, as
 * the rows of the settings and `--net` say. One network at a time. Whoever asked
 * for networks is told by messages, as ConnectivityService does. Any thread.
 */
public final class Connectivity {
  private static final String PERMISSION = "android.permission.ACCESS_NETWORK_STATE";
  private static final int FIRST_ID = 100;
  private static final Connectivity INSTANCE = new Connectivity();
  private static final IConnectivityManager BINDER =
      Binders.make(IConnectivityManager.class, (p, m, a) -> INSTANCE.call(m, a));

  private record Asked(NetworkRequest request, Messenger to) {}

  private final List<Asked> asked = new ArrayList<>();
  private boolean offline;
  private PhoneNetwork now;
  private boolean airplane;
  private int lastId;
  private int lastRequest;

  private Connectivity() {}

  public static Connectivity get() {
    return INSTANCE;
  }

  static IInterface binder() {
    return BINDER;
  }

  synchronized void reset() {
    asked.clear();
    now = null;
    lastId = FIRST_ID - 1;
    lastRequest = 0;
    ConnectivityState.reset();
  }

  /** The settings are there. */
  synchronized void begin(boolean isOffline) {
    offline = isOffline;
    airplane = row("airplane_mode_on", "0");
    now = choose();
    ConnectivityState.sockets(offline || now == null);
    Broadcasts.get().stick(intent(now));
  }

  /** `--net` changed. */
  public void offline(boolean isOffline) {
    synchronized (this) {
      offline = isOffline;
    }
    refresh();
  }

  private static boolean row(String name, String otherwise) {
    String value = SettingsTable.get("global", name);
    value = value == null ? otherwise : value;
    return value.equals("1") || value.equals("2");
  }

  private PhoneNetwork choose() {
    boolean wifi = row("wifi_on", "1");
    boolean mobile = row("mobile_data", "1") && !row("airplane_mode_on", "0");
    if (offline || !wifi && !mobile) return null;
    if (now != null && now.wifi() == wifi) return now;
    return new PhoneNetwork(++lastId, wifi);
  }

  /** Rows of the settings may have changed: tells whoever wants to know. On main. */
  public void refresh() {
    PhoneNetwork before;
    PhoneNetwork after;
    boolean flight;
    List<Asked> all;
    synchronized (this) {
      before = now;
      now = after = choose();
      flight = airplane;
      airplane = row("airplane_mode_on", "0");
      all = new ArrayList<>(asked);
    }
    if (flight != airplane) {
      Broadcasts.get().tell(new Intent(Intent.ACTION_AIRPLANE_MODE_CHANGED).putExtra("state", airplane), false);
    }
    if (before == after) return;
    ConnectivityState.sockets(after == null);
    for (Asked a : all) {
      if (before != null && wants(a, before)) send(a, ConnectivityManager.CALLBACK_LOST, before);
      if (after != null && wants(a, after)) send(a, ConnectivityManager.CALLBACK_AVAILABLE, after);
    }
    Broadcasts.get().tell(intent(after), true);
    Jobs.get().reconsider();
  }

  /** What a job waits for: JobInfo.NETWORK_TYPE_*, or a request of its own. */
  synchronized boolean satisfies(NetworkRequest wanted) {
    return wanted == null || now != null && wanted.canBeSatisfiedBy(now.capabilities());
  }

  synchronized Network network() {
    return now == null ? null : now.network();
  }

  private Object call(Method m, Object[] a) {
    switch (m.getName()) {
      case "getActiveNetwork", "getActiveNetworkForUid" -> {
        check();
        return network();
      }
      case "getAllNetworks" -> {
        check();
        Network one = network();
        return one == null ? new Network[0] : new Network[] {one};
      }
      case "requestNetwork" -> {
        check();
        return ask(find(a, NetworkCapabilities.class), NetworkRequest.Type.values()[(int) a[2]],
            find(a, Messenger.class), (int) a[4]);
      }
      case "listenForNetwork" -> {
        check();
        return ask(find(a, NetworkCapabilities.class), NetworkRequest.Type.LISTEN, find(a, Messenger.class), 0);
      }
      case "releaseNetworkRequest" -> {
        synchronized (this) {
          asked.removeIf(o -> o.request.equals(a[0]));
        }
        return null;
      }
      default -> {
        PhoneNetwork network;
        synchronized (this) {
          network = now;
        }
        return ConnectivityState.answer(m, a, network);
      }
    }
  }

  private static <T> T find(Object[] a, Class<T> type) {
    for (Object o : a) if (type.isInstance(o)) return type.cast(o);
    return null;
  }

  static void check() {
    if (Grants.has(PERMISSION)) return;
    throw new SecurityException("ConnectivityService: Neither user " + App.current().info().uid
        + " nor current process has " + PERMISSION + ".");
  }

  private NetworkRequest ask(NetworkCapabilities need, NetworkRequest.Type type, Messenger to, int timeoutMs) {
    PhoneNetwork network;
    Asked a;
    synchronized (this) {
      NetworkCapabilities wanted = need == null ? new NetworkRequest.Builder().build().networkCapabilities : need;
      a = new Asked(new NetworkRequest(wanted, ConnectivityManager.TYPE_NONE, ++lastRequest, type), to);
      asked.add(a);
      network = now;
    }
    if (network != null && wants(a, network)) {
      send(a, ConnectivityManager.CALLBACK_AVAILABLE, network);
    } else if (timeoutMs > 0) {
      MainThread.handler().postDelayed(() -> timeout(a), timeoutMs);
    }
    return a.request;
  }

  private void timeout(Asked a) {
    synchronized (this) {
      if (Death.dead() || !asked.contains(a) || now != null && wants(a, now)) return;
      asked.remove(a);
    }
    send(a, ConnectivityManager.CALLBACK_UNAVAIL, null);
  }

  private static boolean wants(Asked a, PhoneNetwork network) {
    return a.request.type == NetworkRequest.Type.TRACK_DEFAULT
        || a.request.canBeSatisfiedBy(network.capabilities());
  }

  private static void send(Asked a, int what, PhoneNetwork network) {
    Bundle data = new Bundle();
    put(data, a.request);
    if (network != null) {
      put(data, network.network());
      put(data, network.capabilities());
      put(data, network.properties());
    }
    Message message = Message.obtain();
    message.what = what;
    message.setData(data);
    try {
      a.to.send(message);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(Bundle data, android.os.Parcelable value) {
    data.putParcelable(value.getClass().getSimpleName(), value);
  }

  @SuppressWarnings("deprecation")
  private static Intent intent(PhoneNetwork network) {
    NetworkInfo info = network != null ? network.info() : PhoneNetwork.none();
    Intent intent = new Intent(ConnectivityManager.CONNECTIVITY_ACTION)
        .putExtra(ConnectivityManager.EXTRA_NETWORK_INFO, info)
        .putExtra(ConnectivityManager.EXTRA_NETWORK_TYPE, info.getType());
    if (network == null) intent.putExtra(ConnectivityManager.EXTRA_NO_CONNECTIVITY, true);
    return intent;
  }
}
