package reprise.apps.overhead;

import android.hardware.Camera;
import android.location.Location;
import android.location.LocationListener;
import android.os.SystemClock;
import io.reprise.bench.Blocks;
import io.reprise.bench.Steps;
import java.security.SecureRandom;
import java.util.Date;
import java.util.UUID;

/** overhead.py copies it into io.reprise.bench, where no weaver touches it. */
public final class Work
    implements Blocks, LocationListener, Camera.PreviewCallback {
  private final SecureRandom random = new SecureRandom();
  private final byte[] filled = new byte[64];
  private final byte[] packet = new byte[1_460]; // what comes at once from a network
  private final byte[] sound = new byte[3_528]; // 40 ms at 44.1 kHz
  private final byte[] frame = new byte[1_300_000]; // VALERA's
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
      sum = Steps.work(sum, steps);
    }
  }

  @Override
  public void app(int count, int steps, int[] events) {
    for (int i = 0; i < count; i++) {
      for (int stream = 0; stream < events.length; stream++) {
        int due = (i + 1) * events[stream] / count - i * events[stream] / count;
        for (; due > 0; due--) {
          event(stream);
        }
      }
      sum = Steps.work(sum, steps);
    }
  }

  // What stands for an event of a stream of VALERA's Table 4: calls that carry as much.
  private void event(int stream) {
    switch (stream) {
      case 0: // touchscreen
      case 1: // GPS
        onLocationChanged(place);
        break;
      case 2: // camera's frames
        onPreviewFrame(frame, null);
        break;
      case 3: // audio
        random.nextBytes(sound);
        break;
      case 4: // network
        random.nextBytes(packet);
        break;
      default: // scheduler
        sum += System.currentTimeMillis();
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
  public void onPreviewFrame(byte[] data, Camera camera) {
    sum += data[0];
  }

  @Override
  public void onStatusChanged(String provider, int status, android.os.Bundle extras) {}

  @Override
  public void onProviderEnabled(String provider) {}

  @Override
  public void onProviderDisabled(String provider) {}
}
