package io.reprise.phone.guest.feed.location;

import android.content.Intent;
import android.location.Location;
import android.location.LocationManager;
import android.location.LocationRequest;
import io.reprise.phone.guest.BinderThread;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.app.Broadcasts;
import io.reprise.phone.guest.feed.Feeds;
import io.reprise.phone.guest.feed.Timeline;
import io.reprise.phone.guest.system.SettingsTable;
import io.reprise.phone.time.PhoneTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import reprise.PhoneFeed.PhoneFeeds;
import reprise.PhoneFeed.PhoneFix;

/**
 * The phone's position, its providers, and who listens to them. A provider works
 * while somebody listens: it reports every second, or when the one who listens
 * wants it; while a track plays, at its points. Any thread; its lock is held
 * shortly.
 */
public final class Locations {
  static final List<String> PROVIDERS = List.of(LocationManager.PASSIVE_PROVIDER, LocationManager.NETWORK_PROVIDER,
      LocationManager.FUSED_PROVIDER, LocationManager.GPS_PROVIDER);
  private static final long SECOND_NS = 1_000_000_000;
  private static final long MS = 1_000_000;

  private static final List<Registration> LISTENERS = new ArrayList<>();
  private static final Map<String, Location> LAST = new LinkedHashMap<>();
  /** Providers of the app's own, or in the place of one, and whether they are on. */
  private static final Map<String, Boolean> TESTS = new LinkedHashMap<>();
  private static Timeline<PhoneFix> fixes;
  private static boolean wasOn;

  private Locations() {}

  public static synchronized void begin() {
    LISTENERS.clear();
    LAST.clear();
    TESTS.clear();
    fixes = null;
    wasOn = true;
  }

  private static Timeline<PhoneFix> fixes() {
    if (fixes == null) {
      PhoneFeeds feeds = Feeds.get();
      fixes = Timeline.of(Feeds.track(feeds.getFixTrack()).getFixesList(), feeds.getFixTrack().getBeginNs(),
          feeds.hasFix() ? feeds.getFix() : null, PhoneFix::getAtNs, f -> f);
    }
    return fixes;
  }

  /** Another position is fed: providers tell it at once, as a receiver that gets a better one. */
  public static synchronized void changed(PhoneFeeds before, PhoneFeeds now) {
    fixes = null;
    boolean set = now.hasFix() && !now.getFix().equals(before.getFix());
    long setNs = Math.max(now.getFix().getAtNs(), PhoneTime.uptimeNanos());
    for (Registration r : new ArrayList<>(LISTENERS)) schedule(r, set ? setNs : PhoneTime.NEVER);
  }

  static synchronized boolean has(String provider) {
    return PROVIDERS.contains(provider) || TESTS.containsKey(provider);
  }

  static synchronized List<String> providers() {
    List<String> all = new ArrayList<>(PROVIDERS);
    for (String p : TESTS.keySet()) if (!all.contains(p)) all.add(p);
    return all;
  }

  /** The switch for all of it. */
  static boolean on() {
    String mode = SettingsTable.get("secure", "location_mode");
    return mode != null && !mode.equals("0");
  }

  static synchronized boolean enabled(String provider) {
    return on() && has(provider) && TESTS.getOrDefault(provider, true);
  }

  static synchronized Location last(String provider) {
    return enabled(provider) ? LAST.get(provider) : null;
  }

  static synchronized void add(Registration r) {
    BinderThread.want();
    remove(r.key);
    LISTENERS.add(r);
    r.begin(() -> end(r));
    if (!enabled(r.provider)) r.sink.enabled(r.provider, false);
    // A provider that knows where it is says so at once.
    schedule(r, PhoneTime.uptimeNanos());
  }

  static synchronized void remove(Object key) {
    for (Registration r : new ArrayList<>(LISTENERS)) if (r.key.equals(key)) end(r);
  }

  private static synchronized void end(Registration r) {
    r.cancel();
    LISTENERS.remove(r);
  }

  /** When its provider reports next, at the latest at that time if it can. */
  private static void schedule(Registration r, long latest) {
    if (r.next != null) r.next.cancel();
    r.next = null;
    if (r.provider.equals(LocationManager.PASSIVE_PROVIDER) || TESTS.containsKey(r.provider)) return;
    if (!LISTENERS.contains(r) || !enabled(r.provider)) return;
    long next = Math.min(latest, nextReport(r));
    if (next == PhoneTime.NEVER) return;
    // What it missed while it was off, nobody makes up for.
    long at = Math.max(next, PhoneTime.uptimeNanos());
    r.next = PhoneTime.atAmbient(at, () -> happen(r, at));
  }

  private static long nextReport(Registration r) {
    long interval = r.request.getIntervalMillis();
    if (interval == LocationRequest.PASSIVE_INTERVAL) return PhoneTime.NEVER;
    long played = fixes().next(r.reported);
    long tick = r.reported + Math.max(SECOND_NS, Math.min(interval, Long.MAX_VALUE / MS / 4) * MS);
    return fixes().plays(tick) ? played : Math.min(tick, played);
  }

  private static synchronized void happen(Registration r, long at) {
    if (!LISTENERS.contains(r)) return;
    r.reported = at;
    PhoneFix fix = fixes().at(at);
    if (fix != null) report(Fixes.location(fix, r.provider, at), r);
    // Without any position there is nothing to repeat.
    if (fix != null || fixes().next(at) != PhoneTime.NEVER) schedule(r, PhoneTime.NEVER);
  }

  /** To who asked for it, and to those who only look on. */
  private static void report(Location location, Registration asked) {
    LAST.put(location.getProvider(), location);
    LAST.put(LocationManager.PASSIVE_PROVIDER, location);
    for (Registration r : new ArrayList<>(LISTENERS)) {
      boolean meant = asked == null ? r.provider.equals(location.getProvider()) : r == asked;
      if (!meant && !r.provider.equals(LocationManager.PASSIVE_PROVIDER)) continue;
      r.report(location);
      if (r.done()) end(r);
    }
  }

  /** The switch was moved, or may have been. */
  public static synchronized void switched() {
    boolean on = on();
    if (on == wasOn) return;
    wasOn = on;
    broadcast(new Intent(LocationManager.MODE_CHANGED_ACTION)
        .putExtra(LocationManager.EXTRA_LOCATION_ENABLED, on));
    for (String provider : providers()) {
      broadcast(new Intent(LocationManager.PROVIDERS_CHANGED_ACTION)
          .putExtra(LocationManager.EXTRA_PROVIDER_NAME, provider)
          .putExtra(LocationManager.EXTRA_PROVIDER_ENABLED, on));
      if (TESTS.getOrDefault(provider, true)) tell(provider, on);
    }
  }

  private static void broadcast(Intent intent) {
    MainThread.handler().post(
        () -> Broadcasts.get().send(intent, null, null, 0, null, null, false, false, false));
  }

  private static void tell(String provider, boolean enabled) {
    for (Registration r : new ArrayList<>(LISTENERS)) {
      if (!r.provider.equals(provider)) continue;
      r.sink.enabled(provider, enabled);
      schedule(r, PhoneTime.uptimeNanos());
    }
  }

  /** A provider whose locations the app itself gives. */
  static synchronized void addTest(String provider) {
    TESTS.put(provider, false);
    LAST.remove(provider);
    for (Registration r : new ArrayList<>(LISTENERS)) schedule(r, PhoneTime.NEVER);
  }

  static synchronized void removeTest(String provider) {
    if (TESTS.remove(provider) == null) return;
    LAST.remove(provider);
    tell(provider, enabled(provider));
  }

  static synchronized void enableTest(String provider, boolean enabled) {
    test(provider);
    if (TESTS.put(provider, enabled) != enabled && on()) tell(provider, enabled);
  }

  static synchronized void reportTest(String provider, Location given) {
    test(provider);
    if (!enabled(provider)) return;
    Location location = new Location(given);
    location.setProvider(provider);
    location.setMock(true);
    report(location, null);
  }

  private static void test(String provider) {
    if (!TESTS.containsKey(provider)) throw new IllegalArgumentException(provider + " provider is not a test provider");
  }
}
