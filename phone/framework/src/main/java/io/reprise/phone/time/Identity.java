package io.reprise.phone.time;

import java.util.HashMap;
import java.util.Map;

/**
 * What Object.hashCode gives, and so what toString prints and how a HashMap of
 * such keys is ordered. The JDK draws it when an object is first asked, from a
 * generator of the thread, so that it differs with every class that was linked
 * before. Here it follows from the name of the object's class and how many of that
 * class were asked before in this run; for a Class, from its name alone.
 *
 * <p>src/native/identity.c calls this when it may be the first time.
 */
final class Identity {
  /** Begin of HotSpot's generator for Object.hashCode, which each thread has. */
  private static final int HASH_W = 273326509;
  private static final int HASH_Y = 842502087;
  private static final int HASH_Z = 0x8767;
  private static final int SCAN_BYTES = 1000;
  /** HotSpot's header of an object that is not locked: hash, then 8 bits. */
  private static final int HASH_SHIFT = 8;
  private static final int LOCK_BITS = 3;
  private static final int NOT_LOCKED = 1;

  /** How many of a class were asked in this run. */
  private static final Map<String, int[]> ASKED = new HashMap<>();

  private Identity() {}

  /** Puts it in place, once. Without it hash codes are the JDK's. */
  static void begin(String library) throws InterruptedException {
    long[] state = {0};
    Thread fresh = new Thread(() -> state[0] = findState(), "phone-look");
    fresh.start();
    fresh.join();
    if (state[0] == 0) {
      System.err.println("phone: this JVM keeps hash codes otherwise; they differ from run to run");
      return;
    }
    System.load(library);
    long at = JdkState.UNSAFE.getLong(Thread.currentThread(), thread());
    install(at + state[0]);
  }

  private static long thread() {
    return JdkState.offset(Thread.class, "eetop");
  }

  /** On a thread that has hashed nothing yet: its generator is as it began. */
  private static long findState() {
    long at = JdkState.UNSAFE.getLong(Thread.currentThread(), thread());
    for (long i = 0; i < SCAN_BYTES; i += 4) {
      if (JdkState.UNSAFE.getInt(at + i) == HASH_W && JdkState.UNSAFE.getInt(at + i + 8) == HASH_Y
          && JdkState.UNSAFE.getInt(at + i + 12) == HASH_Z) {
        return i;
      }
    }
    return 0;
  }

  /** Takes over Object.hashCode; given the current thread's generator. */
  private static native void install(long generator);

  /** A new run. */
  static void reset() {
    synchronized (ASKED) {
      ASKED.clear();
    }
  }

  /** From identity.c: what the hash code is to be drawn from; 0 = as the JDK does. */
  static int seed(Object object) {
    long header = JdkState.UNSAFE.getLong(object, 0L);
    if ((header & LOCK_BITS) == NOT_LOCKED && header >>> HASH_SHIFT != 0) return 0; // it has one
    if (object instanceof Class) return mixed(((Class<?>) object).getName(), 0);
    if (!isOurs()) return 0;
    String name = object.getClass().getName();
    synchronized (ASKED) {
      int[] asked = ASKED.get(name);
      return mixed(name, asked == null ? 1 : asked[0] + 1);
    }
  }

  /** From identity.c: it was drawn, the object had none. */
  static void drawn(Object object) {
    if (object instanceof Class) return;
    synchronized (ASKED) {
      String name = object.getClass().getName();
      int[] asked = ASKED.get(name);
      if (asked == null) ASKED.put(name, new int[] {1});
      else asked[0]++;
    }
  }

  private static boolean isOurs() {
    Guest guest = Clock.virtual ? Scheduler.current() : null;
    return guest != null && guest.aside == 0;
  }

  private static int mixed(String name, int number) {
    int seed = (int) Seeds.mix((long) name.hashCode() << 32 ^ number);
    return seed == 0 ? 1 : seed;
  }
}
