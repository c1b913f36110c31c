package io.reprise.phone.guest.feed.location;

import android.location.Location;
import android.location.LocationRequest;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.time.Due;
import io.reprise.phone.time.PhoneTime;

/**
 * One who listens to a provider, and Android's rules for what it gets: not more
 * often than it asked for, not if the phone moved less, not more than a number.
 * Guarded by {@link Locations}.
 */
final class Registration {
  /** How a listener is told. */
  interface Sink {
    void location(Location location);

    void enabled(String provider, boolean enabled);
  }

  private static final long MS = 1_000_000;
  private static final double JITTER = 0.1;
  private static final long MAX_JITTER_MS = 30_000;

  final String provider;
  final Object key;
  final LocationRequest request;
  final Sink sink;
  private final long endNs;
  private int left;
  private Location last;
  private Due end;
  /** When its provider last reported to it. */
  long reported;
  Due next;

  Registration(String provider, Object key, LocationRequest request, Sink sink) {
    this.provider = provider;
    this.key = key;
    this.request = request;
    this.sink = sink;
    left = request.getMaxUpdates();
    long now = PhoneTime.uptimeNanos();
    long duration = request.getDurationMillis();
    endNs = duration > Long.MAX_VALUE / MS / 2 ? PhoneTime.NEVER : now + duration * MS;
    reported = now;
  }

  /** It ends by itself, if it was to. */
  void begin(Runnable over) {
    if (endNs != PhoneTime.NEVER) end = PhoneTime.at(endNs, over);
  }

  void cancel() {
    if (next != null) next.cancel();
    if (end != null) end.cancel();
  }

  /** Its provider reports: true = it was told. */
  boolean report(Location location) {
    if (last != null) {
      long jitter = Math.min((long) (JITTER * request.getIntervalMillis()), MAX_JITTER_MS);
      long since = (location.getElapsedRealtimeNanos() - last.getElapsedRealtimeNanos()) / MS;
      if (since < request.getMinUpdateIntervalMillis() - jitter) return false;
      float least = request.getMinUpdateDistanceMeters();
      if (least > 0 && location.distanceTo(last) <= least) return false;
    }
    last = location;
    left--;
    boolean fine = Grants.has(android.Manifest.permission.ACCESS_FINE_LOCATION);
    sink.location(fine ? new Location(location) : Fixes.coarse(location));
    return true;
  }

  /** It got as many as it wanted. */
  boolean done() {
    return left <= 0;
  }
}
