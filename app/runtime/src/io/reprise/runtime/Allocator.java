// Makes objects without running a constructor: recorded objects are filled with
// what they held, and shells stand for services that are not there.
//
// The class may come from a tape, so those are refused whose empty instance
// would be dangerous.
//
// Threads: any.
package io.reprise.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

final class Allocator {
  private static final Object UNSAFE;
  private static final Method ALLOCATE;

  static {
    Object unsafe = null;
    Method allocate = null;
    try {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      Field instance = type.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      unsafe = instance.get(null);
      allocate = type.getMethod("allocateInstance", Class.class);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // allocate() then says that it cannot.
    }
    UNSAFE = unsafe;
    ALLOCATE = allocate;
  }

  private Allocator() {}

  static Object allocate(Class<?> type) throws BadTape {
    String name = type.getName();
    if (type.isPrimitive() || type.isArray() || type.isInterface() || type.isEnum()
        || Modifier.isAbstract(type.getModifiers())
        || (name.startsWith("java.lang.") && !Throwable.class.isAssignableFrom(type))
        || name.startsWith("sun.") || name.startsWith("jdk.") || name.startsWith("dalvik.")
        || ClassLoader.class.isAssignableFrom(type) || Thread.class.isAssignableFrom(type)) {
      throw new BadTape("an object of " + name + " cannot be made from a tape");
    }
    if (ALLOCATE == null) {
      throw new BadTape("this system makes no object without a constructor");
    }
    try {
      return ALLOCATE.invoke(UNSAFE, type);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      throw new BadTape("an object of " + name + " cannot be made", e);
    }
  }
}
