package io.reprise.devices;

import android.content.Intent;
import android.location.Criteria;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.os.SystemClock;

/** Listens to a provider: "listen", "last", "current", "mock", "state". */
public class LocationScreen extends Screen implements LocationListener {
  @Override
  void act(String what, Intent intent) {
    LocationManager manager = getSystemService(LocationManager.class);
    String provider = intent.getStringExtra("provider");
    if (provider == null) provider = LocationManager.GPS_PROVIDER;
    if (what.equals("listen")) {
      manager.requestLocationUpdates(provider, intent.getIntExtra("ms", 0), intent.getIntExtra("m", 0), this);
      say("listens");
    }
    if (what.equals("stop")) manager.removeUpdates(this);
    if (what.equals("last")) say("last " + text(manager.getLastKnownLocation(provider)));
    if (what.equals("current")) {
      manager.getCurrentLocation(provider, null, getMainExecutor(), l -> say("current " + text(l)));
    }
    if (what.equals("mock")) {
      manager.addTestProvider(provider, false, false, false, false, true, true, true, 1, 1);
      manager.setTestProviderEnabled(provider, true);
      Location l = new Location(provider);
      l.setLatitude(1.5);
      l.setLongitude(2.5);
      l.setAccuracy(3);
      l.setTime(System.currentTimeMillis());
      l.setElapsedRealtimeNanos(SystemClock.elapsedRealtimeNanos());
      manager.setTestProviderLocation(provider, l);
    }
    if (what.equals("unmock")) manager.removeTestProvider(provider);
    if (what.equals("state")) {
      say("enabled " + manager.isLocationEnabled() + " " + manager.isProviderEnabled(provider));
      say("providers " + manager.getAllProviders() + " " + manager.getProviders(true));
      Criteria fine = new Criteria();
      fine.setAltitudeRequired(true);
      say("best " + manager.getBestProvider(fine, true));
    }
  }

  private static String text(Location l) {
    if (l == null) return "null";
    return l.getProvider() + " " + l.getLatitude() + " " + l.getLongitude() + " "
        + (l.hasAltitude() ? l.getAltitude() : "-") + " " + l.getAccuracy() + " " + l.isMock() + " "
        + l.getElapsedRealtimeNanos() / 1_000_000;
  }

  @Override
  public void onLocationChanged(Location l) {
    say("at " + text(l) + " " + Thread.currentThread().getName());
  }

  @Override
  public void onProviderEnabled(String provider) {
    say("on " + provider);
  }

  @Override
  public void onProviderDisabled(String provider) {
    say("off " + provider);
  }
}
