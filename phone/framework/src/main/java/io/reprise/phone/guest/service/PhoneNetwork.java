package io.reprise.phone.guest.service;

import android.net.ConnectivityManager;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;

/** A network that the phone is connected to: Wi-Fi or mobile. */
@SuppressWarnings("deprecation")
record PhoneNetwork(int id, boolean wifi) {
  private static final int LTE = 13;

  Network network() {
    return new Network(id);
  }

  NetworkCapabilities capabilities() {
    NetworkCapabilities.Builder b = new NetworkCapabilities.Builder()
        .addTransportType(wifi ? NetworkCapabilities.TRANSPORT_WIFI : NetworkCapabilities.TRANSPORT_CELLULAR)
        .addCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET)
        .addCapability(NetworkCapabilities.NET_CAPABILITY_VALIDATED)
        .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_ROAMING)
        .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_CONGESTED)
        .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_SUSPENDED)
        .addCapability(NetworkCapabilities.NET_CAPABILITY_FOREGROUND)
        .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_VCN_MANAGED)
        .setLinkDownstreamBandwidthKbps(wifi ? 60_000 : 30_000)
        .setLinkUpstreamBandwidthKbps(wifi ? 12_000 : 8_000);
    if (wifi) b.addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_METERED);
    return b.build();
  }

  LinkProperties properties() {
    LinkProperties p = new LinkProperties();
    p.setInterfaceName(wifi ? "wlan0" : "rmnet0");
    return p;
  }

  NetworkInfo info() {
    NetworkInfo info = wifi ? new NetworkInfo(ConnectivityManager.TYPE_WIFI, 0, "WIFI", "")
        : new NetworkInfo(ConnectivityManager.TYPE_MOBILE, LTE, "MOBILE", "LTE");
    info.setDetailedState(NetworkInfo.DetailedState.CONNECTED, null, null);
    info.setIsAvailable(true);
    return info;
  }

  /** What is said when there is none. */
  static NetworkInfo none() {
    NetworkInfo info = new NetworkInfo(ConnectivityManager.TYPE_WIFI, 0, "WIFI", "");
    info.setDetailedState(NetworkInfo.DetailedState.DISCONNECTED, null, null);
    return info;
  }
}
