package io.reprise.phone.guest.feed.location;

import android.Manifest;
import android.app.PendingIntent;
import android.content.Intent;
import android.location.Criteria;
import android.location.ILocationCallback;
import android.location.ILocationListener;
import android.location.ILocationManager;
import android.location.Location;
import android.location.LocationManager;
import android.location.LocationRequest;
import android.location.provider.ProviderProperties;
import android.os.ICancellationSignal;
import android.os.RemoteException;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.BinderThread;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.app.Grants;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;

/** The location service behind Android's own LocationManager. Any thread. */
public final class LocationService {
  private static final long CURRENT_MS = 30_000;
  private static final long MS = 1_000_000;

  private LocationService() {}

  public static ILocationManager make() {
    return Binders.make(ILocationManager.class, LocationService::call);
  }

  private static Object call(Object proxy, Method m, Object[] a) {
    switch (m.getName()) {
      case "isLocationEnabledForUser" -> {
        return Locations.on();
      }
      case "isProviderEnabledForUser" -> {
        return Locations.enabled((String) a[0]);
      }
      case "hasProvider" -> {
        return Locations.has((String) a[0]);
      }
      case "getAllProviders" -> {
        return Locations.providers();
      }
      case "getProviders" -> {
        return providers((Criteria) a[0], (Boolean) a[1]);
      }
      case "getBestProvider" -> {
        List<String> fit = providers((Criteria) a[0], (Boolean) a[1]);
        if (fit.isEmpty()) fit = providers(null, (Boolean) a[1]);
        for (String p : List.of("fused", "gps", "network")) if (fit.contains(p)) return p;
        return fit.isEmpty() ? null : fit.get(0);
      }
      case "getProviderProperties" -> {
        return properties(known((String) a[0]));
      }
      case "getLastLocation" -> {
        return last((String) a[0]);
      }
      case "getCurrentLocation" -> {
        return current(known((String) a[0]), (LocationRequest) a[1], (ILocationCallback) a[2]);
      }
      case "registerLocationListener" -> listen(known((String) a[0]), (LocationRequest) a[1], (ILocationListener) a[2]);
      case "unregisterLocationListener" -> Locations.remove(((ILocationListener) a[0]).asBinder());
      case "registerLocationPendingIntent" -> listen(known((String) a[0]), (LocationRequest) a[1], (PendingIntent) a[2]);
      case "unregisterLocationPendingIntent" -> Locations.remove(a[0]);
      case "requestListenerFlush" -> {
        ILocationListener listener = (ILocationListener) a[1];
        int code = (Integer) a[2];
        tell(() -> listener.onFlushComplete(code));
      }
      case "addTestProvider" -> {
        mock();
        Locations.addTest((String) a[0]);
      }
      case "removeTestProvider" -> {
        mock();
        Locations.removeTest((String) a[0]);
      }
      case "setTestProviderEnabled" -> {
        mock();
        Locations.enableTest((String) a[0], (Boolean) a[1]);
      }
      case "setTestProviderLocation" -> {
        mock();
        Location given = (Location) a[1];
        if (!given.isComplete()) throw new IllegalArgumentException("incomplete location object, missing timestamp or accuracy?");
        Locations.reportTest((String) a[0], given);
      }
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
    return null;
  }

  private static String known(String provider) {
    if (!Locations.has(provider)) throw new IllegalArgumentException("provider \"" + provider + "\" does not exist");
    return provider;
  }

  private static void need() {
    if (!permitted()) {
      throw new SecurityException("uid " + App.current().info().uid + " does not have "
          + Manifest.permission.ACCESS_COARSE_LOCATION + " or " + Manifest.permission.ACCESS_FINE_LOCATION + ".");
    }
  }

  private static boolean permitted() {
    return Grants.has(Manifest.permission.ACCESS_FINE_LOCATION) || Grants.has(Manifest.permission.ACCESS_COARSE_LOCATION);
  }

  /** On a phone the user chooses the app that may; here every one that asks for it. */
  private static void mock() {
    if (!App.current().parsed().requestedPermissions.contains("android.permission.ACCESS_MOCK_LOCATION")) {
      throw new SecurityException(App.name() + " from uid " + App.current().info().uid
          + " not allowed to perform MOCK_LOCATION");
    }
  }

  private static List<String> providers(Criteria criteria, boolean enabledOnly) {
    List<String> fit = new ArrayList<>();
    for (String p : Locations.providers()) {
      if (enabledOnly && !Locations.enabled(p)) continue;
      boolean passive = p.equals(LocationManager.PASSIVE_PROVIDER);
      if (criteria != null && (passive || !android.location.LocationProvider.propertiesMeetCriteria(
          p, properties(p), criteria))) {
        continue;
      }
      fit.add(p);
    }
    return fit;
  }

  private static ProviderProperties properties(String provider) {
    boolean network = provider.equals(LocationManager.NETWORK_PROVIDER);
    return new ProviderProperties.Builder()
        .setHasAltitudeSupport(!network).setHasSpeedSupport(!network).setHasBearingSupport(!network)
        .setPowerUsage(network ? ProviderProperties.POWER_USAGE_LOW : ProviderProperties.POWER_USAGE_HIGH)
        .setAccuracy(network ? ProviderProperties.ACCURACY_COARSE : ProviderProperties.ACCURACY_FINE).build();
  }

  private static Location last(String provider) {
    need();
    Location last = Locations.last(provider);
    if (last == null) return null;
    return Grants.has(Manifest.permission.ACCESS_FINE_LOCATION) ? new Location(last) : Fixes.coarse(last);
  }

  /** One location: the last one if it is new enough, else the next one, or null after a while. */
  private static ICancellationSignal current(String provider, LocationRequest request, ILocationCallback callback) {
    need();
    BinderThread.want();
    Location last = last(provider);
    if (last != null && last.getElapsedRealtimeAgeMillis() < CURRENT_MS) {
      tell(() -> callback.onLocation(last));
    } else {
      LocationRequest one = new LocationRequest.Builder(request).setMaxUpdates(1).setIntervalMillis(0)
          .setMinUpdateDistanceMeters(0).build();
      boolean[] told = {false};
      Registration.Sink sink = sink(callback::onLocation, told);
      Locations.add(new Registration(provider, callback.asBinder(), one, sink));
      long wait = Math.min(CURRENT_MS, request.getDurationMillis());
      io.reprise.phone.time.PhoneTime.at(io.reprise.phone.time.PhoneTime.uptimeNanos() + wait * MS, () -> {
        Locations.remove(callback.asBinder());
        if (!told[0]) sink.location(null);
      });
    }
    return Binders.make(ICancellationSignal.class, (p, m, a) -> {
      Locations.remove(callback.asBinder());
      return null;
    });
  }

  private interface Telling {
    void tell(Location location) throws RemoteException;
  }

  private static Registration.Sink sink(Telling telling, boolean[] told) {
    return new Registration.Sink() {
      @Override
      public void location(Location location) {
        told[0] = true;
        LocationService.tell(() -> telling.tell(location));
      }

      @Override
      public void enabled(String provider, boolean enabled) {}
    };
  }

  private static void listen(String provider, LocationRequest request, ILocationListener listener) {
    need();
    Locations.add(new Registration(provider, listener.asBinder(), request, new Registration.Sink() {
      @Override
      public void location(Location location) {
        LocationService.tell(() -> listener.onLocationChanged(List.of(location), null));
      }

      @Override
      public void enabled(String provider, boolean enabled) {
        LocationService.tell(() -> listener.onProviderEnabledChanged(provider, enabled));
      }
    }));
  }

  private static void listen(String provider, LocationRequest request, PendingIntent intent) {
    need();
    Locations.add(new Registration(provider, intent, request, new Registration.Sink() {
      @Override
      public void location(Location location) {
        send(intent, new Intent().putExtra(LocationManager.KEY_LOCATION_CHANGED, location));
      }

      @Override
      public void enabled(String provider, boolean enabled) {
        send(intent, new Intent().putExtra(LocationManager.KEY_PROVIDER_ENABLED, enabled));
      }
    }));
  }

  private static void send(PendingIntent to, Intent with) {
    BinderThread.post(() -> {
      try {
        to.send(RuntimeEnvironment.getApplication(), 0, with);
      } catch (PendingIntent.CanceledException e) {
        Locations.remove(to);
      }
    });
  }

  private interface Call {
    void make() throws RemoteException;
  }

  private static void tell(Call call) {
    BinderThread.post(() -> {
      try {
        call.make();
      } catch (RemoteException e) {
        throw new IllegalStateException(e);
      }
    });
  }
}
