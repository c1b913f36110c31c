// Numbers for live objects: the same object has the same handle in all messages
// of its process, so that a tape can say "this camera" without copying it.
//
// A recording numbers objects in the order of first sight. A replay binds the
// objects it meets to the handles that the recording gave to their
// counterparts, and numbers others beyond those.
//
// Threads: any. Objects that only have a number are not kept alive; those that
// were bound are, because the service that held them in the recording may be
// absent.
package io.reprise.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

final class Handles {
  private final ConcurrentMap<Object, Key> numbers = new ConcurrentHashMap<>();
  private final ConcurrentMap<Long, Object> bound = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
  private final AtomicLong last = new AtomicLong();

  /** The handle of the object; gives it one when it has none. */
  long of(Object object) {
    return keyOf(object).number;
  }

  /** The same, for who asks for the same object often. */
  Key keyOf(Object object) {
    Key known = numbers.get(new Probe(object));
    if (known != null) {
      return known;
    }
    for (Reference<?> r = gone.poll(); r != null; r = gone.poll()) {
      numbers.remove(r);
    }
    Key fresh = new Key(object, gone, last.incrementAndGet());
    known = numbers.putIfAbsent(fresh, fresh);
    return known == null ? fresh : known;
  }

  /** The handle of the object, or 0. */
  long known(Object object) {
    Key known = numbers.get(new Probe(object));
    return known == null ? 0 : known.number;
  }

  /** New numbers are greater than this. */
  void startAfter(long handle) {
    if (last.get() < handle) {
      last.set(handle);
    }
  }

  /** The object that stands for this handle of the recording, or null. */
  Object object(long handle) {
    return bound.get(handle);
  }

  /** Makes the object stand for a handle of the recording. */
  void bind(long handle, Object object) {
    Key fresh = new Key(object, gone, handle);
    Key known = numbers.putIfAbsent(fresh, fresh);
    if (known != null) {
      known.number = handle;
    }
    bound.put(handle, object);
  }

  /** Whether the object can stand for this handle, or does. */
  boolean canBind(long handle, Object object) {
    Object other = bound.get(handle);
    if (other != null) {
      return other == object;
    }
    Key known = numbers.get(new Probe(object));
    return known == null || !bound.containsKey(known.number);
  }

  /** Finds the Key of an object, without a reference for the collector. */
  private static final class Probe {
    private final Object object;

    Probe(Object object) {
      this.object = object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }

    @Override
    public boolean equals(Object key) {
      return key instanceof Key && ((Key) key).get() == object;
    }
  }

  /** An object and its handle. */
  static final class Key extends WeakReference<Object> {
    volatile long number;
    private final int hash;

    private Key(Object object, ReferenceQueue<Object> queue, long number) {
      super(object, queue);
      this.number = number;
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      if (!(other instanceof Key)) {
        return false;
      }
      Object mine = get();
      return mine != null && mine == ((Key) other).get();
    }
  }
}
