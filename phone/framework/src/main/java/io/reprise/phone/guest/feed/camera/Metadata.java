package io.reprise.phone.guest.feed.camera;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the native half of CameraMetadataNative keeps: values by the names of their
 * keys, as they are, not as bytes. Any thread.
 */
public final class Metadata {
  private static final Map<Long, Map<String, Object>> ALL = new ConcurrentHashMap<>();
  private static long last;

  private Metadata() {}

  static synchronized void clear() {
    // Numbers go on: a finalizer of the app before may still close one of its own.
    ALL.clear();
  }

  /** A new one, empty or a copy; its number stands for the pointer to it. */
  public static synchronized long make(long copied) {
    Map<String, Object> values = new ConcurrentHashMap<>(of(copied));
    ALL.put(++last, values);
    return last;
  }

  private static Map<String, Object> of(long pointer) {
    return ALL.getOrDefault(pointer, Map.of());
  }

  public static void close(long pointer) {
    ALL.remove(pointer);
  }

  public static Object get(long pointer, String key) {
    return of(pointer).get(key);
  }

  public static void set(long pointer, String key, Object value) {
    Map<String, Object> values = ALL.get(pointer);
    if (values == null) return;
    if (value == null) values.remove(key);
    else values.put(key, value);
  }

  public static int size(long pointer) {
    return of(pointer).size();
  }

  public static void update(long to, long from) {
    Map<String, Object> values = ALL.get(to);
    if (values != null) values.putAll(of(from));
  }

  public static synchronized void swap(long a, long b) {
    Map<String, Object> before = new HashMap<>(of(a));
    ALL.put(a, new ConcurrentHashMap<>(of(b)));
    ALL.put(b, new ConcurrentHashMap<>(before));
  }
}
