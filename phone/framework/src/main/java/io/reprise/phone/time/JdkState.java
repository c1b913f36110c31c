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
 * generator of Collections.shuffle, the order of Set.of. With the virtual clock all begin anew.
 */
@SuppressWarnings("deprecation") // The JDK has no other way to its fields.
final class JdkState {
  static final Unsafe UNSAFE = unsafe();

  private static final long NAME = offset(Class.class, "name");
  private static final long PROBE = offset(Thread.class, "threadLocalRandomProbe");
  private static final Path THREAD_SELF = Path.of("/proc/thread-self");

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

  static long offset(Class<?> type, String name) {
    try {
      return UNSAFE.objectFieldOffset(type.getDeclaredField(name));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Once, before anything iterates over a Set.of. */
  static void begin() throws ReflectiveOperationException {
    Class<?> sets = Class.forName("java.util.ImmutableCollections");
    Field salt = sets.getDeclaredField("SALT32L");
    UNSAFE.putLong(UNSAFE.staticFieldBase(salt), UNSAFE.staticFieldOffset(salt), 0x5bd1e995L);
    Field reverse = sets.getDeclaredField("REVERSE");
    UNSAFE.putBoolean(UNSAFE.staticFieldBase(reverse), UNSAFE.staticFieldOffset(reverse), false);
  }

  /** What getName says of a class. */
  static void rename(Class<?> type, String name) {
    UNSAFE.putObject(type, NAME, name);
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
    for (Guest guest : Scheduler.all()) {
      UNSAFE.putInt(guest.thread, PROBE, 0); // ThreadLocalRandom draws a new seed
    }
    Identity.reset();
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
}
