package io.reprise.phone.time;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Unsafe;

/**
 * State of the JDK that a run would inherit from what the process did before, or
 * that is drawn by lot at its start: counters in the names of threads, the
 * generator of Collections.shuffle, the order of Set.of, the numbers that
 * Object.hashCode gives. With the virtual clock all begin anew.
 */
@SuppressWarnings("deprecation") // The JDK has no other way to its fields.
final class JdkState {
  /** Begin of HotSpot's generator for Object.hashCode, which each thread has. */
  private static final int HASH_W = 273326509;
  private static final int HASH_Y = 842502087;
  private static final int HASH_Z = 0x8767;
  private static final int SCAN_BYTES = 1000;

  private static final Unsafe UNSAFE = unsafe();
  private static final long THREAD = offset(Thread.class, "eetop");
  private static final long PROBE = offset(Thread.class, "threadLocalRandomProbe");
  private static final Path THREAD_SELF = Path.of("/proc/thread-self");
  private static long hashState = -1; // offset in HotSpot's thread; -1 = unknown

  private JdkState() {}

  private static Unsafe unsafe() {
    try {
      Field access = Unsafe.class.getDeclaredField("theUnsafe");
      access.setAccessible(true);
      return (Unsafe) access.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static long offset(Class<?> type, String name) {
    try {
      return UNSAFE.objectFieldOffset(type.getDeclaredField(name));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Once, before anything iterates over a Set.of; and finds what is wanted. */
  static void begin() throws ReflectiveOperationException, InterruptedException {
    Class<?> sets = Class.forName("java.util.ImmutableCollections");
    Field salt = sets.getDeclaredField("SALT32L");
    UNSAFE.putLong(UNSAFE.staticFieldBase(salt), UNSAFE.staticFieldOffset(salt), 0x5bd1e995L);
    Field reverse = sets.getDeclaredField("REVERSE");
    UNSAFE.putBoolean(UNSAFE.staticFieldBase(reverse), UNSAFE.staticFieldOffset(reverse), false);
    Thread fresh = new Thread(JdkState::findHashState, "phone-look");
    fresh.start();
    fresh.join();
  }

  /** On a thread that has hashed nothing yet: its generator is as it began. */
  private static void findHashState() {
    long at = UNSAFE.getLong(Thread.currentThread(), THREAD);
    for (long i = 0; i < SCAN_BYTES; i += 4) {
      if (UNSAFE.getInt(at + i) == HASH_W && UNSAFE.getInt(at + i + 8) == HASH_Y
          && UNSAFE.getInt(at + i + 12) == HASH_Z) {
        hashState = i;
        return;
      }
    }
  }

  /** The current thread's id of the host's kernel; 0 = the host does not say. */
  static int kernelId() {
    try {
      return Integer.parseInt(Files.readSymbolicLink(THREAD_SELF).getFileName().toString());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  /** For a new run, while all threads of the app are idle. */
  static void reset() {
    try {
      set("java.util.Collections", "r", null);
      set("java.lang.Thread", "threadInitNumber", 0);
      set("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber", 1);
      set("java.util.concurrent.ForkJoinPool", "poolIds", 0);
      set("java.util.Timer", "nextSerialNumber", 0);
    } catch (ReflectiveOperationException e) {
      Clock.say("The names of threads may differ from run to run: " + e + ".");
    }
    seedHashes(Thread.currentThread(), 0);
    for (Guest guest : Scheduler.all()) {
      UNSAFE.putInt(guest.thread, PROBE, 0); // ThreadLocalRandom draws a new seed
      seedHashes(guest.thread, guest.number);
    }
  }

  private static void set(String type, String name, Object value)
      throws ReflectiveOperationException {
    Field field = Class.forName(type).getDeclaredField(name);
    Object base = UNSAFE.staticFieldBase(field);
    long at = UNSAFE.staticFieldOffset(field);
    if (field.getType() == int.class) UNSAFE.putInt(base, at, (Integer) value);
    else if (value == null) UNSAFE.putObject(base, at, null);
    else ((AtomicInteger) UNSAFE.getObject(base, at)).set((Integer) value);
  }

  /**
   * What Object.hashCode gives on this thread follows from the number. Done each
   * time a thread has its turn: the JVM draws numbers, too, when it links code,
   * which differs with what it linked before.
   */
  static void seedHashes(Thread thread, long number) {
    long at = UNSAFE.getLong(thread, THREAD);
    if (hashState < 0 || at == 0) return;
    int mixed = (int) Seeds.mix(number + 1);
    UNSAFE.putInt(at + hashState, HASH_W);
    UNSAFE.putInt(at + hashState + 4, mixed == 0 ? 1 : mixed);
    UNSAFE.putInt(at + hashState + 8, HASH_Y);
    UNSAFE.putInt(at + hashState + 12, HASH_Z);
  }
}
