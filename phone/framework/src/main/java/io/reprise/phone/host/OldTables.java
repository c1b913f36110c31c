package io.reprise.phone.host;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Resource tables of tools before Android 5 have shorter package headers, without
 * a type offset. Robolectric knows that but takes every header for a long one,
 * since it counts the package's name as 128 bytes; it has 128 characters.
 */
final class OldTables {
  private static final String HEADER = "org.robolectric.res.android.ResourceTypes$ResTable_package";
  private static final int SIZE = 288;

  private OldTables() {}

  /** Called once, before any table is read. */
  @SuppressWarnings("deprecation") // the only way to a final field
  static void accept() throws ReflectiveOperationException {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    Unsafe unsafe = (Unsafe) field.get(null);
    Field size = Class.forName(HEADER).getDeclaredField("SIZEOF");
    unsafe.putInt(unsafe.staticFieldBase(size), unsafe.staticFieldOffset(size), SIZE);
  }
}
