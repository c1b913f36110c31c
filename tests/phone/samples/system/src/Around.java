package io.reprise.system;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.net.ConnectivityManager;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkRequest;
import android.os.BatteryManager;
import android.os.Handler;

/** What Main asks of the network and the battery. */
final class Around {
  private Around() {}

  static void act(Context c, String what) {
    Context app = c.getApplicationContext();
    ConnectivityManager net = c.getSystemService(ConnectivityManager.class);
    if (what.equals("network")) {
      Network active = net.getActiveNetwork();
      NetworkCapabilities caps = active == null ? null : net.getNetworkCapabilities(active);
      Main.say("network " + kind(caps) + " metered " + net.isActiveNetworkMetered() + " info "
          + (net.getActiveNetworkInfo() == null ? null : net.getActiveNetworkInfo().getTypeName()
              + " " + net.getActiveNetworkInfo().isConnected()));
    }
    if (what.equals("callback")) {
      net.registerDefaultNetworkCallback(new Told("default"));
      net.registerNetworkCallback(new NetworkRequest.Builder()
          .addTransportType(NetworkCapabilities.TRANSPORT_WIFI).build(), new Told("wifi"));
    }
    if (what.equals("start")) {
      new Handler(c.getMainLooper()).postDelayed(() -> {
        Main.say("starts another");
        c.startActivity(new Intent().setClassName("io.reprise.trial", "io.reprise.trial.Main")
            .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
      }, 1000);
    }
    if (what.equals("ticks")) app.registerReceiver(new Heard(), new IntentFilter(Intent.ACTION_TIME_TICK));
    if (what.equals("battery")) {
      BatteryManager battery = c.getSystemService(BatteryManager.class);
      Intent sticky = c.registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
      Main.say("battery " + sticky.getIntExtra(BatteryManager.EXTRA_LEVEL, -1) + " plugged "
          + sticky.getIntExtra(BatteryManager.EXTRA_PLUGGED, -1) + " capacity "
          + battery.getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY) + " charging " + battery.isCharging());
      Main.say("status " + sticky.getIntExtra(BatteryManager.EXTRA_STATUS, -1) + " health "
          + sticky.getIntExtra(BatteryManager.EXTRA_HEALTH, -1) + " present "
          + sticky.getBooleanExtra(BatteryManager.EXTRA_PRESENT, false) + " property "
          + battery.getIntProperty(BatteryManager.BATTERY_PROPERTY_STATUS));
    }
    if (what.equals("listen")) {
      IntentFilter f = new IntentFilter();
      for (String a : new String[] {Intent.ACTION_BATTERY_LOW, Intent.ACTION_BATTERY_OKAY,
          Intent.ACTION_POWER_CONNECTED, Intent.ACTION_POWER_DISCONNECTED, Intent.ACTION_AIRPLANE_MODE_CHANGED,
          Intent.ACTION_TIMEZONE_CHANGED, Intent.ACTION_LOCALE_CHANGED}) {
        f.addAction(a);
      }
      app.registerReceiver(new Heard(), f);
      IntentFilter packages = new IntentFilter();
      packages.addDataScheme("package");
      for (String a : new String[] {Intent.ACTION_PACKAGE_ADDED, Intent.ACTION_PACKAGE_REMOVED,
          Intent.ACTION_PACKAGE_REPLACED}) {
        packages.addAction(a);
      }
      app.registerReceiver(new Heard(), packages);
    }
  }

  private static String kind(NetworkCapabilities caps) {
    if (caps == null) return "none";
    return (caps.hasTransport(NetworkCapabilities.TRANSPORT_WIFI) ? "wifi" : "cellular")
        + (caps.hasCapability(NetworkCapabilities.NET_CAPABILITY_VALIDATED) ? " validated" : "");
  }

  private static final class Heard extends BroadcastReceiver {
    @Override
    public void onReceive(Context context, Intent intent) {
      String action = intent.getAction();
      Main.say("heard " + action.substring(action.lastIndexOf('.') + 1)
          + (intent.getData() == null ? "" : " " + intent.getData().getSchemeSpecificPart() + " "
              + intent.getBooleanExtra(Intent.EXTRA_REPLACING, false)));
    }
  }

  private static final class Told extends ConnectivityManager.NetworkCallback {
    private final String name;

    Told(String name) {
      this.name = name;
    }

    @Override
    public void onAvailable(Network network) {
      Main.say(name + " available on " + Thread.currentThread().getName());
    }

    @Override
    public void onCapabilitiesChanged(Network network, NetworkCapabilities caps) {
      Main.say(name + " is " + kind(caps));
    }

    @Override
    public void onLost(Network network) {
      Main.say(name + " lost");
    }
  }
}
