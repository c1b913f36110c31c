package io.reprise.phone.guest.surface;

import android.view.Surface;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;

/**
 * The native half of surfaces whose pixels are ours: numbers that stand for
 * pointers, counted as Android counts references to them. Any thread.
 */
public final class Surfaces {
  /** No pointer of the renderer looks like that. */
  private static final long FIRST = 0x7e00_0000_0000_0000L;

  private static final class Entry {
    final SurfaceQueue queue;
    int references = 1;

    Entry(SurfaceQueue queue) {
      this.queue = queue;
    }
  }

  private static final Map<Long, Entry> ALL = new HashMap<>();
  private static long last = FIRST;

  private Surfaces() {}

  /** A new app begins. Numbers go on: what is left of the old one must not find the new one's. */
  public static synchronized void reset() {
    ALL.clear();
  }

  public static boolean ours(long pointer) {
    return pointer >= FIRST;
  }

  public static synchronized long add(SurfaceQueue queue) {
    ALL.put(++last, new Entry(queue));
    return last;
  }

  /** Null = there is none, or no longer. */
  public static synchronized SurfaceQueue get(long pointer) {
    Entry e = ALL.get(pointer);
    return e == null ? null : e.queue;
  }

  public static synchronized void hold(long pointer) {
    Entry e = ALL.get(pointer);
    if (e != null) e.references++;
  }

  public static synchronized void release(long pointer) {
    Entry e = ALL.get(pointer);
    if (e != null && --e.references == 0) ALL.remove(pointer);
  }

  /** Of a surface; null = it is none of ours. */
  public static SurfaceQueue of(Surface surface) {
    return surface == null ? null : get(ReflectionHelpers.<Long>getField(surface, "mNativeObject"));
  }
}
