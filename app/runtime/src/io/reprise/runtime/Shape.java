// How objects of a class are copied, found once for each class. What stands for
// something outside of the app's memory (a thread, a stream, a window, a
// native pointer) is never copied: it is known by its handle.
//
// Threads: any.
package io.reprise.runtime;

import java.io.Closeable;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

final class Shape {
  enum Kind {
    OPAQUE,
    FIELDS,
    ARRAY,
    COLLECTION,
    MAP,
    BUNDLE,
    PARCEL,
    BUFFER,
    KNOWN,
    THROWABLE
  }

  private static final ConcurrentMap<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();
  private static final String[] LIVE_CLASSES = {
    "android.app.Activity", "android.content.Context", "android.os.Binder",
    "android.os.Handler", "android.os.IBinder", "android.os.IInterface", "android.os.Looper",
    "android.os.MessageQueue", "android.view.View", "android.view.Window",
    "android.graphics.Canvas", "android.view.Surface"
  };
  private static final Class<?>[] LIVE = {
    Thread.class, ThreadGroup.class, ClassLoader.class, Closeable.class, AutoCloseable.class,
    Runnable.class, java.util.concurrent.Callable.class, java.util.concurrent.Executor.class,
    java.util.concurrent.locks.Lock.class, java.lang.ref.Reference.class, ThreadLocal.class,
    java.net.Socket.class, java.net.ServerSocket.class, java.net.DatagramSocket.class,
    java.net.URLConnection.class, java.util.Random.class, java.util.Iterator.class,
    AccessibleObject.class, Process.class, Runtime.class, java.util.Timer.class
  };

  final Kind kind;
  /** Fields of FIELDS and of a THROWABLE's own class, superclass first. */
  final Field[] fields;

  /** ValueObject.class_name, and what ValueField has before the value. */
  final byte[] className;

  final byte[][] fieldNames;

  /** Arrays, collections and the like: values, which have no handle. */
  final boolean isValue;

  /** Descriptors' letters of the fields' types; 0 for objects. */
  final char[] letters;

  private Shape(Class<?> type, Kind kind, List<Field> fields) {
    this.kind = kind;
    isValue = isValue(kind);
    this.fields = fields.toArray(new Field[0]);
    ProtoWriter out = new ProtoWriter();
    out.putText(Tags.OBJECT_CLASS, Descriptors.of(type));
    className = out.toBytes();
    fieldNames = new byte[fields.size()][];
    letters = new char[fields.size()];
    for (int i = 0; i < fieldNames.length; i++) {
      Field field = fields.get(i);
      out.clear();
      out.putText(Tags.FIELD_NAME, field.getName());
      if (field.getDeclaringClass() != type) {
        out.putText(Tags.FIELD_DECLARING, Descriptors.of(field.getDeclaringClass()));
      }
      fieldNames[i] = out.toBytes();
      letters[i] = field.getType().isPrimitive() ? Descriptors.of(field.getType()).charAt(0) : 0;
    }
  }

  static Shape of(Class<?> type) {
    Shape shape = SHAPES.get(type);
    if (shape == null) {
      shape = make(type);
      SHAPES.putIfAbsent(type, shape);
    }
    return shape;
  }

  private static boolean isValue(Kind kind) {
    switch (kind) {
      case ARRAY:
      case COLLECTION:
      case MAP:
      case BUNDLE:
      case BUFFER:
      case KNOWN:
        return true;
      default:
        return false;
    }
  }

  private static Shape make(Class<?> type) {
    Kind kind = kindOf(type);
    if (kind == Kind.FIELDS || kind == Kind.THROWABLE) {
      List<Field> fields = fieldsOf(type, kind == Kind.THROWABLE);
      if (fields != null) {
        return new Shape(type, kind, fields);
      }
      kind = kind == Kind.THROWABLE ? kind : Kind.OPAQUE;
    }
    return new Shape(type, kind, Collections.<Field>emptyList());
  }

  private static Kind kindOf(Class<?> type) {
    if (type.isArray()) {
      return Kind.ARRAY;
    }
    if (KnownClasses.has(type)) {
      return Kind.KNOWN;
    }
    if (Throwable.class.isAssignableFrom(type)) {
      return Kind.THROWABLE;
    }
    if (ByteBuffer.class.isAssignableFrom(type)) {
      return Kind.BUFFER;
    }
    boolean library = type.getName().startsWith("java.util.");
    if (library && Collection.class.isAssignableFrom(type)) {
      return Kind.COLLECTION;
    }
    if (library && Map.class.isAssignableFrom(type)) {
      return Kind.MAP;
    }
    if (isNamed(type, "android.os.BaseBundle")) {
      return Kind.BUNDLE;
    }
    if (isLive(type)) {
      return Kind.OPAQUE;
    }
    if (isNamed(type, "android.os.Parcelable") && Platform.get().canParcel()) {
      return Kind.PARCEL;
    }
    return Kind.FIELDS;
  }

  private static boolean isLive(Class<?> type) {
    if (type.isSynthetic() || Proxy.isProxyClass(type) || type.isInterface() || type.isEnum()) {
      return true;
    }
    String name = type.getName();
    if (name.startsWith("java.lang.") || name.startsWith("sun.") || name.startsWith("jdk.")
        || name.startsWith("io.reprise.runtime.Hooks")) {
      return true;
    }
    for (Class<?> live : LIVE) {
      if (live.isAssignableFrom(type)) {
        return true;
      }
    }
    for (String live : LIVE_CLASSES) {
      if (isNamed(type, live)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the class is, extends or implements one of this name. */
  static boolean isNamed(Class<?> type, String name) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().equals(name)) {
        return true;
      }
      for (Class<?> i : c.getInterfaces()) {
        if (isNamed(i, name)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Null when they cannot be reached or one points to native memory. */
  private static List<Field> fieldsOf(Class<?> type, boolean throwable) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      if (throwable && c.getName().startsWith("java.")) {
        break; // message, cause and stack are asked by methods
      }
      List<Field> own = new ArrayList<>();
      try {
        for (Field field : c.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers())) {
            continue;
          }
          if (isNativePointer(field)) {
            return null;
          }
          field.setAccessible(true);
          own.add(field);
        }
      } catch (RuntimeException | LinkageError e) {
        return null;
      }
      Collections.sort(
          own,
          new java.util.Comparator<Field>() {
            @Override
            public int compare(Field a, Field b) {
              return a.getName().compareTo(b.getName());
            }
          });
      fields.addAll(0, own);
    }
    return fields;
  }

  // A number from a tape must never become an address.
  private static boolean isNativePointer(Field field) {
    if (field.getType() != long.class && field.getType() != int.class) {
      return false;
    }
    String name = field.getName();
    return name.startsWith("mNative")
        || name.startsWith("native")
        || name.endsWith("Ptr")
        || name.endsWith("NativeHandle")
        || name.endsWith("NativeContext");
  }
}
