// Android, by its public classes. Loaded by name, and only where they are.
package io.reprise.runtime;

import android.os.BaseBundle;
import android.os.Bundle;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import android.os.Parcel;
import android.os.Parcelable;
import android.os.Process;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

final class AndroidPlatform extends PlainPlatform {
  private final ConcurrentMap<String, Looper> seen = new ConcurrentHashMap<>();
  private volatile Boolean parcels;

  @Override
  String looper() {
    Looper mine = Looper.myLooper();
    if (mine == null) {
      return "";
    }
    String name = mine.getThread().getName();
    seen.put(name, mine);
    return name;
  }

  @Override
  boolean post(String looper, Runnable task) {
    Looper target = find(looper);
    return target != null && new Handler(target).post(task);
  }

  private Looper find(String name) {
    Looper main = Looper.getMainLooper();
    if (main != null && main.getThread().getName().equals(name)) {
      return main;
    }
    Looper known = seen.get(name);
    if (known != null && known.getThread().isAlive()) {
      return known;
    }
    Thread[] threads = new Thread[Thread.activeCount() + 64];
    int count = Thread.enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (threads[i] instanceof HandlerThread && threads[i].getName().equals(name)) {
        return ((HandlerThread) threads[i]).getLooper();
      }
    }
    return null;
  }

  @Override
  int threadId() {
    try {
      return Process.myTid();
    } catch (LinkageError e) {
      return 0; // a bare runtime without the system's native part
    }
  }

  @Override
  boolean canParcel() {
    Boolean known = parcels;
    if (known == null) {
      try {
        Parcel.obtain().recycle();
        known = true;
      } catch (RuntimeException | LinkageError e) {
        known = false;
      }
      parcels = known;
    }
    return known;
  }

  @Override
  byte[] parcel(Object parcelable) {
    Parcel parcel = Parcel.obtain();
    try {
      parcel.writeParcelable((Parcelable) parcelable, 0);
      return parcel.marshall();
    } finally {
      parcel.recycle();
    }
  }

  @Override
  Object unparcel(byte[] bytes, ClassLoader loader) throws BadTape {
    if (!canParcel()) {
      throw new BadTape("this system has no parcels");
    }
    Parcel parcel = Parcel.obtain();
    try {
      parcel.unmarshall(bytes, 0, bytes.length);
      parcel.setDataPosition(0);
      Object object = parcel.readParcelable(loader);
      if (object == null) {
        throw new BadTape("a parcel holds nothing");
      }
      return object;
    } catch (RuntimeException e) {
      throw new BadTape("a parcel cannot be read: " + e, e);
    } finally {
      parcel.recycle();
    }
  }

  @Override
  Map<String, Object> bundle(Object bundle) {
    BaseBundle source = (BaseBundle) bundle;
    Map<String, Object> entries = new LinkedHashMap<>();
    for (String key : source.keySet()) {
      entries.put(key, source.get(key));
    }
    return entries;
  }

  @Override
  Object makeBundle(Class<?> type) throws BadTape {
    if (type != Bundle.class) {
      throw new BadTape(type.getName() + " is no Bundle");
    }
    return new Bundle();
  }

  @Override
  void putInBundle(Object bundle, String key, Object value) throws BadTape {
    Bundle target = (Bundle) bundle;
    if (value instanceof String) {
      target.putString(key, (String) value);
    } else if (value instanceof Bundle) {
      target.putBundle(key, (Bundle) value);
    } else if (value instanceof Parcelable) {
      target.putParcelable(key, (Parcelable) value);
    } else if (value == null || value instanceof Serializable) {
      put(target, key, value);
    } else {
      throw new BadTape("a bundle cannot hold " + value.getClass().getName());
    }
  }

  private static Class<?> boxed(Class<?> type) {
    return type.isPrimitive() ? Descriptors.boxed(Descriptors.of(type)) : type;
  }

  // Bundle has a method for each type and arrays of it, named after it.
  private static void put(Bundle target, String key, Object value) throws BadTape {
    if (value != null) {
      for (Method method : Bundle.class.getMethods()) {
        Class<?>[] types = method.getParameterTypes();
        if (method.getName().startsWith("put")
            && types.length == 2
            && types[0] == String.class
            && boxed(types[1]) == value.getClass()) {
          try {
            method.invoke(target, key, value);
            return;
          } catch (ReflectiveOperationException e) {
            throw new BadTape("a bundle refuses " + key, e);
          }
        }
      }
    }
    target.putSerializable(key, (Serializable) value);
  }
}
