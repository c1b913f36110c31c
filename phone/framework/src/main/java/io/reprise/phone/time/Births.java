package io.reprise.phone.time;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Thread.start0: what really starts a thread, when its first turn has come. */
final class Births {
  private static final MethodHandle START0 = find();

  private Births() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
          .findVirtual(Thread.class, "start0", MethodType.methodType(void.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Null, or why it could not be started. */
  static Throwable start(Thread thread) {
    try {
      START0.invokeExact(thread);
      return null;
    } catch (Throwable e) {
      return e;
    }
  }
}
