package reprise.apps.location;

import android.app.Application;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.os.Bundle;
import reprise.apps.Transcript;

/** Asks where it was, then follows three moves. */
public final class Main extends Application implements LocationListener {
  private LocationManager manager;
  private int left = 3;

  @Override
  public void onCreate() {
    super.onCreate();
    manager = (LocationManager) getSystemService(LOCATION_SERVICE);
    try {
      print("was", manager.getLastKnownLocation(LocationManager.GPS_PROVIDER));
      manager.requestLocationUpdates(LocationManager.GPS_PROVIDER, 0, 0f, this);
      Transcript.line("follows");
    } catch (RuntimeException e) {
      Transcript.line("location", e);
      Transcript.end();
    }
  }

  private static void print(String when, Location location) {
    Transcript.line(
        when + " at " + location.getLatitude() + " " + location.getLongitude()
            + " accuracy " + location.getAccuracy() + " time " + location.getTime());
  }

  @Override
  public void onLocationChanged(Location location) {
    if (left == 0) return;
    print("is", location);
    if (--left > 0) return;
    manager.removeUpdates(this);
    Transcript.end();
  }

  @Override
  public void onStatusChanged(String provider, int status, Bundle extras) {}

  @Override
  public void onProviderEnabled(String provider) {}

  @Override
  public void onProviderDisabled(String provider) {}
}
