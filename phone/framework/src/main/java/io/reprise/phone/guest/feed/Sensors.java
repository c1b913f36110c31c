package io.reprise.phone.guest.feed;

import android.os.MessageQueue;
import io.reprise.phone.guest.app.Grants;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import reprise.PhoneFeed.PhoneFeeds;
import reprise.PhoneFeed.PhoneSensorValue;

/**
 * Android's sensor service, behind the native half of SystemSensorManager: who
 * listens to what. Nothing is due when nobody does. Any thread; its lock is held
 * shortly.
 */
public final class Sensors {
  private static final int REFUSED = -1;
  /** In the order in which they were made. */
  private static final Map<Long, SensorQueue> QUEUES = new TreeMap<>();
  private static long lastQueue;
  /** Read when somebody listens first. */
  private static Map<Integer, Timeline<float[]>> measured;

  private Sensors() {}

  static synchronized void begin() {
    // Numbers go on: a finalizer of the app before may still close one of its own.
    QUEUES.clear();
    measured = null;
  }

  static synchronized void changed(PhoneFeeds before, PhoneFeeds now) {
    measured = null;
    Map<Integer, Long> set = new HashMap<>();
    for (PhoneSensorValue v : now.getSensorsList()) {
      if (!before.getSensorsList().contains(v)) set.put(v.getType(), Math.max(1, v.getAtNs()));
    }
    boolean newTrack = !before.getSensorTrack().equals(now.getSensorTrack());
    for (SensorQueue q : QUEUES.values()) {
      q.streams.forEach((handle, stream) -> {
        int type = SensorList.of(handle).type();
        stream.changed(measured(type), set.getOrDefault(type, 0L), newTrack);
      });
    }
  }

  private static Timeline<float[]> measured(int type) {
    if (measured == null) measured = measured(Feeds.get());
    return measured.getOrDefault(type, Timeline.empty());
  }

  private static Map<Integer, Timeline<float[]>> measured(PhoneFeeds feeds) {
    Map<Integer, List<PhoneSensorValue>> tracks = new HashMap<>();
    for (PhoneSensorValue v : Feeds.track(feeds.getSensorTrack()).getSensorsList()) {
      tracks.computeIfAbsent(v.getType(), t -> new ArrayList<>()).add(v);
    }
    Map<Integer, Timeline<float[]>> all = new HashMap<>();
    for (PhoneSensorValue v : feeds.getSensorsList()) {
      all.put(v.getType(), Timeline.of(tracks.getOrDefault(v.getType(), List.of()),
          feeds.getSensorTrack().getBeginNs(), v, PhoneSensorValue::getAtNs, Sensors::floats));
    }
    return all;
  }

  private static float[] floats(PhoneSensorValue v) {
    float[] values = new float[v.getValuesCount()];
    for (int i = 0; i < values.length; i++) values[i] = v.getValues(i);
    return values;
  }

  static synchronized void run(Runnable work) {
    work.run();
  }

  /** A listener's queue; the number is its native pointer. */
  public static synchronized long open(WeakReference<?> queue, MessageQueue messages) {
    QUEUES.put(++lastQueue, new SensorQueue(queue, messages));
    return lastQueue;
  }

  public static synchronized int enable(long queue, int handle, int rateUs, int latencyUs) {
    SensorQueue q = QUEUES.get(queue);
    SensorList.Kind kind = SensorList.of(handle);
    if (q == null || kind == null) return REFUSED;
    if (!kind.permission().isEmpty() && !Grants.has(kind.permission())) return REFUSED;
    disable(queue, handle);
    q.streams.put(handle, new SensorStream(q, handle, kind, 1_000L * Math.max(rateUs, 0),
        1_000L * Math.max(latencyUs, 0), measured(kind.type())));
    return 0;
  }

  public static synchronized int disable(long queue, int handle) {
    SensorQueue q = QUEUES.get(queue);
    SensorStream stream = q == null ? null : q.streams.remove(handle);
    if (stream != null) stream.stop();
    return q == null ? REFUSED : 0;
  }

  /** What waits comes now, and after it the word that this was all. */
  public static synchronized int flush(long queue) {
    SensorQueue q = QUEUES.get(queue);
    if (q == null || q.streams.isEmpty()) return REFUSED;
    q.streams.forEach((handle, stream) -> {
      stream.flush();
      q.postFlushed(handle);
    });
    return 0;
  }

  public static synchronized void close(long queue) {
    SensorQueue q = QUEUES.remove(queue);
    if (q != null) q.streams.values().forEach(SensorStream::stop);
  }
}
