package reprise.services;

import android.content.Intent;
import android.hardware.Sensor;
import android.location.Location;
import android.os.SystemClock;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reprise.bed.Device;

/**
 * The services of a phone that is not there. What they say depends only on the property
 * reprise.seed (1 if it is not set); each source has a thread and noise of its own, so that what
 * one says does not depend on the others. With the property reprise.port there is a server, too.
 */
public final class Services implements Device {
  private static final long FIRST_TIME_MS = 1_700_000_000_000L;
  private static final long PERIOD_MS = 20;

  private final long seed = Long.getLong("reprise.seed", 1);
  private final Noise sound = new Noise(seed + 1);
  private final Map<String, Thread> running = new ConcurrentHashMap<>();

  public Services() throws IOException {
    Integer port = Integer.getInteger("reprise.port");
    if (port != null) new Server(port).start();
  }

  /** Does something every period until it is stopped. */
  private void repeat(String name, Repeated task) {
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; running.get(name) == Thread.currentThread(); i++) {
                SystemClock.sleep(PERIOD_MS);
                task.run(i);
              }
            },
            "service " + name);
    thread.setDaemon(true);
    running.put(name, thread);
    thread.start();
  }

  private interface Repeated {
    void run(int count);
  }

  @Override
  public void startSensor(int type, SensorSink sink) {
    Noise noise = new Noise(seed + type);
    repeat(
        "sensor " + type,
        i -> {
          long time = (i + 1) * PERIOD_MS * 1_000_000;
          if (type == Sensor.TYPE_LIGHT) {
            sink.onMeasured(time, new float[] {noise.below(1000)});
          } else {
            float x = noise.below(200) / 100f - 1;
            float y = noise.below(200) / 100f - 1;
            sink.onMeasured(time, new float[] {x, y, 9.81f});
          }
        });
  }

  @Override
  public void stopSensor(int type) {
    running.remove("sensor " + type);
  }

  private static Location locate(String provider, Noise noise, int count) {
    Location location = new Location(provider);
    location.setLatitude(48.85 + noise.below(1000) / 1e5);
    location.setLongitude(2.35 + noise.below(1000) / 1e5);
    location.setAccuracy(5 + noise.below(10));
    location.setTime(FIRST_TIME_MS + count * 1000L);
    location.setElapsedRealtimeNanos((count + 1) * 1_000_000_000L);
    return location;
  }

  @Override
  public Location lastLocation(String provider) {
    return locate(provider, new Noise(seed + 2), 0);
  }

  @Override
  public void startLocation(String provider, LocationSink sink) {
    Noise noise = new Noise(seed + 3);
    repeat("location", i -> sink.onLocated(locate(provider, noise, i + 1)));
  }

  @Override
  public void stopLocation() {
    running.remove("location");
  }

  @Override
  public Device.Camera openCamera(int id, CameraSink sink) {
    return new Lens(sink);
  }

  /** A camera whose frames have the size that was asked for. */
  private final class Lens implements Device.Camera {
    private final CameraSink sink;
    private final Noise noise = new Noise(seed + 4);
    private volatile String parameters =
        "preview-size=64x48;preview-size-values=64x48,32x24;preview-format=yuv420sp";

    Lens(CameraSink sink) {
      this.sink = sink;
    }

    @Override
    public String getParameters() {
      return parameters;
    }

    @Override
    public void setParameters(String parameters) {
      this.parameters = parameters;
    }

    @Override
    public void startPreview() {
      int pixels = parameters.contains("preview-size=32x24") ? 32 * 24 : 64 * 48;
      repeat("preview", i -> sink.onPreviewFrame(noise.bytes(pixels * 3 / 2)));
    }

    @Override
    public void stopPreview() {
      running.remove("preview");
    }

    @Override
    public void takePicture() {
      stopPreview();
      sink.onShutter();
      sink.onPicture(new Noise(seed + 5).bytes(2000));
    }
  }

  @Override
  public int readAudio(byte[] buffer, int offset, int length) {
    // An even number of bytes, not always all that was asked for.
    int count = length - 2 * sound.below(length / 8);
    SystemClock.sleep(PERIOD_MS);
    System.arraycopy(sound.bytes(count), 0, buffer, offset, count);
    return count;
  }

  @Override
  public Intent answer(Intent request) {
    Noise noise = new Noise(seed + 6);
    switch (request.getAction()) {
      case Intent.ACTION_PICK:
        return new Intent().putExtra("name", "Ada").putExtra("age", 20 + noise.below(60));
      case "com.example.SCAN":
        return new Intent().putExtra("code", "code-" + noise.below(1_000_000));
      default:
        return null;
    }
  }
}
