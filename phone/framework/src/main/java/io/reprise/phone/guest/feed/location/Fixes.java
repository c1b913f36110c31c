package io.reprise.phone.guest.feed.location;

import android.location.Location;
import android.location.LocationManager;
import android.os.Bundle;
import io.reprise.phone.guest.Clock;
import reprise.PhoneFeed.PhoneFix;

/** What providers make of the phone's position. Functions without state. */
final class Fixes {
  private static final float GPS_ACCURACY_M = 5;
  private static final float NETWORK_ACCURACY_M = 30;
  /** Who may know the position only coarsely gets the middle of a field of that size. */
  private static final float COARSE_M = 2_000;
  private static final double METERS_PER_DEGREE = 111_000;
  private static final long MS = 1_000_000;

  private Fixes() {}

  /** As a provider reports it at that uptime. */
  static Location location(PhoneFix fix, String provider, long atNs) {
    Location l = new Location(provider);
    l.setLatitude(fix.getLatitudeDeg());
    l.setLongitude(fix.getLongitudeDeg());
    l.setElapsedRealtimeNanos(atNs);
    l.setTime((Clock.realtimeNanos() - Clock.uptimeNanos() + atNs) / MS);
    if (provider.equals(LocationManager.NETWORK_PROVIDER)) {
      l.setAccuracy(Math.max(fix.getAccuracyM(), NETWORK_ACCURACY_M));
      return l;
    }
    l.setAccuracy(fix.getAccuracyM() == 0 ? GPS_ACCURACY_M : fix.getAccuracyM());
    if (fix.hasAltitudeM()) l.setAltitude(fix.getAltitudeM());
    if (fix.hasSpeedMps()) l.setSpeed(fix.getSpeedMps());
    if (fix.hasBearingDeg()) l.setBearing(fix.getBearingDeg());
    if (fix.getSatellites() > 0) {
      Bundle extras = new Bundle();
      extras.putInt("satellites", fix.getSatellites());
      l.setExtras(extras);
    }
    return l;
  }

  /** For who may know it only coarsely. */
  static Location coarse(Location fine) {
    Location l = new Location(fine);
    double step = COARSE_M / METERS_PER_DEGREE;
    double latitude = Math.round(fine.getLatitude() / step) * step;
    latitude = Math.max(-90 + step, Math.min(90 - step, latitude));
    double wide = step / Math.max(0.01, Math.cos(Math.toRadians(latitude)));
    l.setLatitude(latitude);
    l.setLongitude(Math.max(-180, Math.min(180, Math.round(fine.getLongitude() / wide) * wide)));
    l.setAccuracy(Math.max(COARSE_M, fine.getAccuracy()));
    l.removeAltitude();
    l.removeSpeed();
    l.removeBearing();
    l.setExtras(null);
    return l;
  }
}
