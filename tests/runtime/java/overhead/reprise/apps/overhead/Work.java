package reprise.apps.overhead;

import android.location.Location;
import android.location.LocationListener;
import android.os.SystemClock;
import io.reprise.bench.Blocks;
import java.security.SecureRandom;
import java.util.Date;
import java.util.UUID;

/** overhead.py copies it into io.reprise.bench, where no weaver touches it. */
public final class Work implements Blocks, LocationListener {
  private final SecureRandom random = new SecureRandom();
  private final byte[] filled = new byte[64];
  private final Location place = new Location("gps");
  private long sum;

  @Override
  public void calls(int count) {
    for (int i = 0; i < count; i++) {
      sum += System.currentTimeMillis();
    }
  }

  @Override
  public void bits(int count, int steps, boolean mixed) {
    for (int i = 0; i < count; i++) {
      call(mixed ? i % 7 : 0);
      long value = sum;
      for (int step = 0; step < steps; step++) {
        value = value * 31 + step;
      }
      sum = value;
    }
  }

  private void call(int kind) {
    switch (kind) {
      case 1:
        sum += SystemClock.elapsedRealtime();
        break;
      case 2:
        sum += random.nextInt(); // a receiver
        break;
      case 3:
        random.nextBytes(filled); // a buffer that is filled
        break;
      case 4:
        sum += UUID.randomUUID().hashCode(); // an object
        break;
      case 5:
        sum += new Date().getTime(); // a constructor
        break;
      case 6:
        onLocationChanged(place); // an upcall with an object
        break;
      default:
        sum += System.currentTimeMillis();
    }
  }

  @Override
  public void onLocationChanged(Location location) {
    sum += (long) location.getLatitude();
  }

  @Override
  public void onStatusChanged(String provider, int status, android.os.Bundle extras) {}

  @Override
  public void onProviderEnabled(String provider) {}

  @Override
  public void onProviderDisabled(String provider) {}
}
