package io.reprise.phone.guest.service;

import android.net.ConnectivityManager;
import android.net.Network;
import android.net.NetworkInfo;
import android.os.HandlerThread;
import android.os.Looper;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.time.PhoneTime;
import java.lang.reflect.Method;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;

/** Questions about the network that change nothing, and what it is for sockets and for the thread of callbacks. */
@SuppressWarnings("deprecation")
public final class ConnectivityState {
  private static HandlerThread thread;

  private ConnectivityState() {}

  /** A new app: its callbacks are its own. */
  static synchronized void reset() {
    thread = null;
    ReflectionHelpers.<Map<?, ?>>getStaticField(ConnectivityManager.class, "sCallbacks").clear();
    ReflectionHelpers.setStaticField(ConnectivityManager.class, "sCallbackHandler", null);
  }

  /** The thread of callbacks, made when it is first wanted; it ends with the app. */
  public static synchronized Looper looper() {
    if (thread == null) {
      thread = new HandlerThread("ConnectivityThread");
      thread.start();
    }
    return thread.getLooper();
  }

  /** Sockets of the app find the network gone, or there. */
  static void sockets(boolean offline) {
    PhoneTime.changeNetwork(offline, null, null);
  }

  static Object answer(Method m, Object[] a, PhoneNetwork now) {
    switch (m.getName()) {
      case "getActiveNetworkInfo", "getActiveNetworkInfoForUid" -> {
        Connectivity.check();
        return now == null ? null : now.info();
      }
      case "getNetworkInfo" -> {
        Connectivity.check();
        return info((int) a[0], now);
      }
      case "getNetworkInfoForUid" -> {
        Connectivity.check();
        return now != null && now.network().equals(a[0]) ? now.info() : null;
      }
      case "getAllNetworkInfo" -> {
        Connectivity.check();
        return new NetworkInfo[] {info(ConnectivityManager.TYPE_MOBILE, now), info(ConnectivityManager.TYPE_WIFI, now)};
      }
      case "getNetworkForType" -> {
        return now != null && now.info().getType() == (int) a[0] ? now.network() : null;
      }
      case "getNetworkCapabilities" -> {
        Connectivity.check();
        return is(a[0], now) ? now.capabilities() : null;
      }
      case "getLinkProperties" -> {
        Connectivity.check();
        return is(a[0], now) ? now.properties() : null;
      }
      case "getActiveLinkProperties" -> {
        return now == null ? null : now.properties();
      }
      case "isNetworkSupported" -> {
        return (int) a[0] == ConnectivityManager.TYPE_WIFI || (int) a[0] == ConnectivityManager.TYPE_MOBILE;
      }
      case "isActiveNetworkMetered" -> {
        return now != null && !now.wifi();
      }
      case "getRestrictBackgroundStatusByCaller" -> {
        return ConnectivityManager.RESTRICT_BACKGROUND_STATUS_DISABLED;
      }
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
  }

  private static boolean is(Object network, PhoneNetwork now) {
    return now != null && now.network().equals((Network) network);
  }

  /** Of one kind, whether it is connected or not. */
  private static NetworkInfo info(int type, PhoneNetwork now) {
    if (now != null && now.info().getType() == type) return now.info();
    if (type != ConnectivityManager.TYPE_WIFI && type != ConnectivityManager.TYPE_MOBILE) return null;
    NetworkInfo info = new NetworkInfo(type, 0, type == ConnectivityManager.TYPE_WIFI ? "WIFI" : "MOBILE", "");
    info.setDetailedState(NetworkInfo.DetailedState.DISCONNECTED, null, null);
    return info;
  }
}
