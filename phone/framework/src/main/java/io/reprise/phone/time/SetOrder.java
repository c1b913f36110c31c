package io.reprise.phone.time;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Set.of and Map.of iterate in an order that the JDK draws by lot at each start,
 * once for the process. Here it is always the same.
 */
final class SetOrder {
  private SetOrder() {}

  @SuppressWarnings("deprecation") // The JDK has no other way to do it.
  static void fix() throws ReflectiveOperationException {
    Field access = Unsafe.class.getDeclaredField("theUnsafe");
    access.setAccessible(true);
    Unsafe unsafe = (Unsafe) access.get(null);
    Class<?> type = Class.forName("java.util.ImmutableCollections");
    Field salt = type.getDeclaredField("SALT32L");
    Field reverse = type.getDeclaredField("REVERSE");
    unsafe.putLong(unsafe.staticFieldBase(salt), unsafe.staticFieldOffset(salt), 0x5bd1e995L);
    unsafe.putBoolean(unsafe.staticFieldBase(reverse), unsafe.staticFieldOffset(reverse), false);
  }
}
