package io.reprise.phone.guest.input;

import android.view.MotionEvent;
import java.util.HashMap;
import java.util.Map;

/**
 * How fast pointers move: a parabola through the samples of the last 100 ms, by
 * least squares, as Android's input library does it for touches (its "lsq2").
 * The framework's VelocityTracker is a shell around that library. One thread.
 */
public final class Velocity {
  private static final int MAX_SAMPLES = 20;
  private static final long HORIZON_MS = 100;
  /** A pointer that rests as long has stopped. */
  private static final long STOPPED_MS = 40;

  /** Samples of one pointer, a ring. */
  private static final class Track {
    final long[] time = new long[MAX_SAMPLES];
    final float[] x = new float[MAX_SAMPLES];
    final float[] y = new float[MAX_SAMPLES];
    int end;
    int count;

    void add(long t, float px, float py) {
      time[end] = t;
      x[end] = px;
      y[end] = py;
      end = (end + 1) % MAX_SAMPLES;
      count = Math.min(count + 1, MAX_SAMPLES);
    }

    int at(int back) {
      return Math.floorMod(end - 1 - back, MAX_SAMPLES);
    }
  }

  private final Map<Integer, Track> tracks = new HashMap<>();
  private final Map<Integer, float[]> computed = new HashMap<>();
  private long last;
  private int active = -1;

  public void clear() {
    tracks.clear();
    computed.clear();
    active = -1;
  }

  public void add(MotionEvent e) {
    int action = e.getActionMasked();
    if (action == MotionEvent.ACTION_DOWN || action == MotionEvent.ACTION_HOVER_ENTER) {
      clear();
    } else if (action == MotionEvent.ACTION_POINTER_DOWN) {
      tracks.remove(e.getPointerId(e.getActionIndex()));
    } else if (action == MotionEvent.ACTION_UP || action == MotionEvent.ACTION_POINTER_UP) {
      if (e.getEventTime() - last > STOPPED_MS) tracks.clear();
      return;
    } else if (action != MotionEvent.ACTION_MOVE && action != MotionEvent.ACTION_HOVER_MOVE) {
      return;
    }
    for (int h = 0; h < e.getHistorySize(); h++) {
      begin(e.getHistoricalEventTime(h));
      for (int i = 0; i < e.getPointerCount(); i++) {
        track(e.getPointerId(i)).add(last, e.getHistoricalX(i, h), e.getHistoricalY(i, h));
      }
    }
    begin(e.getEventTime());
    for (int i = 0; i < e.getPointerCount(); i++) {
      track(e.getPointerId(i)).add(last, e.getX(i), e.getY(i));
    }
    if (active < 0 || !tracks.containsKey(active)) active = e.getPointerId(0);
  }

  private void begin(long time) {
    if (!tracks.isEmpty() && time - last >= STOPPED_MS) tracks.clear();
    last = time;
  }

  private Track track(int id) {
    return tracks.computeIfAbsent(id, k -> new Track());
  }

  /** Computes in pixels per `units` ms; asked for by {@link #get}. */
  public void compute(int units, float limit) {
    computed.clear();
    for (Map.Entry<Integer, Track> e : tracks.entrySet()) {
      Track t = e.getValue();
      float vx = slope(t, t.x) * units / 1000;
      float vy = slope(t, t.y) * units / 1000;
      computed.put(e.getKey(), new float[] {Math.max(-limit, Math.min(limit, vx)),
          Math.max(-limit, Math.min(limit, vy))});
    }
  }

  /** The velocity along an axis; id -1 = the first pointer's. */
  public float get(int axis, int id) {
    float[] v = computed.get(id < 0 ? active : id);
    return v == null || axis > 1 ? 0 : v[axis];
  }

  /** Pixels per second at the newest sample. */
  private static float slope(Track t, float[] position) {
    long newest = t.time[t.at(0)];
    int n = 0;
    while (n < t.count && newest - t.time[t.at(n)] <= HORIZON_MS) n++;
    if (n < 2) return 0;
    double s1 = 0, s2 = 0, s3 = 0, s4 = 0, sy = 0, s1y = 0, s2y = 0;
    for (int i = 0; i < n; i++) {
      double x = -(newest - t.time[t.at(i)]) * 0.001;
      double y = position[t.at(i)];
      s1 += x;
      s2 += x * x;
      s3 += x * x * x;
      s4 += x * x * x * x;
      sy += y;
      s1y += x * y;
      s2y += x * x * y;
    }
    double sxx = s2 - s1 * s1 / n;
    double sxy = s1y - s1 * sy / n;
    if (n == 2) return sxx == 0 ? 0 : (float) (sxy / sxx);
    double sxx2 = s3 - s1 * s2 / n;
    double sx2y = s2y - s2 * sy / n;
    double sx2x2 = s4 - s2 * s2 / n;
    double denominator = sxx * sx2x2 - sxx2 * sxx2;
    return denominator == 0 ? 0 : (float) ((sxy * sx2x2 - sx2y * sxx2) / denominator);
  }
}
