package io.reprise.phone.guest.feed;

import android.hardware.Sensor;
import io.reprise.phone.guest.feed.SensorList.Kind;
import io.reprise.phone.time.Due;
import io.reprise.phone.time.PhoneTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The events of one sensor for one listener, at its rate and in its batches.
 *
 * <p>While a track plays, its events are the sensor's, as far as the rate lets
 * them; before and after, a continuous sensor repeats what it measures, and the
 * others say what changed. Guarded by {@link Sensors}.
 */
final class SensorStream {
  record Event(int handle, float[] values, long timestamp) {}

  private static final long NEVER_PLAYED = Long.MIN_VALUE;

  private final SensorQueue queue;
  private final int handle;
  private final Kind kind;
  private final long periodNs;
  private final long latencyNs;
  private final List<Event> waiting = new ArrayList<>();
  private Timeline<float[]> measured;
  private Due next;
  private Due delivery;
  /** When the last event was, and the last of the track's. */
  private long last;
  private long lastPlayed = NEVER_PLAYED;
  private float[] lastValues;

  SensorStream(SensorQueue queue, int handle, Kind kind, long periodNs, long latencyNs,
      Timeline<float[]> measured) {
    this.queue = queue;
    this.handle = handle;
    this.kind = kind;
    this.periodNs = Math.max(periodNs, 1_000L * Math.max(kind.minDelayUs(), 0));
    this.latencyNs = latencyNs;
    this.measured = measured;
    last = PhoneTime.uptimeNanos();
    // Who begins to listen to what only tells changes is told how things stand.
    if (kind.is(Sensor.REPORTING_MODE_ON_CHANGE)) event(last);
    schedule();
  }

  void stop() {
    if (next != null) next.cancel();
    if (delivery != null) delivery.cancel();
    waiting.clear();
  }

  /** Something else is fed from now on; setNs: when a value was set by hand, 0 = it was not. */
  void changed(Timeline<float[]> now, long setNs, boolean newTrack) {
    measured = now;
    if (newTrack) lastPlayed = NEVER_PLAYED;
    if (setNs > 0 && !kind.is(Sensor.REPORTING_MODE_CONTINUOUS)) {
      happen(Math.max(setNs, PhoneTime.uptimeNanos()));
    } else {
      schedule();
    }
  }

  /** Hands over what waits. */
  void flush() {
    if (delivery != null) delivery.cancel();
    delivery = null;
    if (!waiting.isEmpty()) queue.post(new ArrayList<>(waiting));
    waiting.clear();
  }

  private void schedule() {
    if (next != null) next.cancel();
    long at = nextEvent();
    next = at == PhoneTime.NEVER ? null
        : PhoneTime.atAmbient(Math.max(at, PhoneTime.uptimeNanos()), () -> Sensors.run(() -> happen(at)));
  }

  private long nextEvent() {
    if (!kind.is(Sensor.REPORTING_MODE_CONTINUOUS)) return measured.next(last);
    // A recording at the listener's own rate is not exact to the nanosecond.
    long played = lastPlayed == NEVER_PLAYED ? measured.next(last)
        : measured.nearest(Math.max(last + 1, lastPlayed + periodNs * 3 / 4), lastPlayed + periodNs);
    long tick = last + periodNs;
    return measured.plays(tick) ? played : Math.min(tick, played);
  }

  private void happen(long at) {
    if (measured.plays(at)) lastPlayed = at;
    last = at;
    float[] values = measured.at(at);
    boolean same = kind.is(Sensor.REPORTING_MODE_ON_CHANGE) && Arrays.equals(values, lastValues);
    if (!same) event(at);
    schedule();
  }

  private void event(long at) {
    lastValues = measured.at(at);
    if (lastValues == null) return;
    waiting.add(new Event(handle, lastValues, at));
    if (latencyNs == 0 || waiting.size() >= SensorList.FIFO) flush();
    else if (delivery == null) delivery = PhoneTime.atAmbient(at + latencyNs, () -> Sensors.run(this::flush));
  }
}
