package io.reprise.phone.guest;

import android.os.Binder;
import android.os.IBinder;
import android.os.IInterface;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** System services of ours, as binder interfaces that answer in the process. */
public final class Binders {
  private Binders() {}

  /** An interface whose calls go to `handler`. */
  public static <T> T make(Class<T> type, InvocationHandler handler) {
    Binder binder = new Binder();
    T made = type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) ->
        switch (m.getName()) {
          case "asBinder" -> binder;
          case "toString" -> type.getSimpleName();
          case "hashCode" -> System.identityHashCode(p);
          case "equals" -> p == a[0];
          default -> handler.invoke(p, m, a);
        }));
    // Who gets the binder (through a Parcel, say) finds the interface again.
    binder.attachInterface((IInterface) made, type.getName());
    return made;
  }

  /** An interface of which every call says nothing. */
  public static <T> T silent(Class<T> type) {
    return make(type, (p, m, a) -> nothing(m.getReturnType()));
  }

  /**
   * A token. Not a Binder: ActivityThread takes recreate() only from tokens that
   * seem to belong to another process.
   */
  public static IBinder token(Object owner) {
    return (IBinder) Proxy.newProxyInstance(IBinder.class.getClassLoader(), new Class<?>[] {IBinder.class},
        (p, m, a) -> switch (m.getName()) {
          case "isBinderAlive", "pingBinder" -> true;
          case "toString" -> "Token{" + owner + "}";
          case "hashCode" -> System.identityHashCode(p);
          case "equals" -> p == a[0];
          default -> nothing(m.getReturnType());
        });
  }

  /** What a call that does nothing returns: zero, false, an empty list, null. */
  public static Object nothing(Class<?> type) {
    if (type == boolean.class) return false;
    if (type == int.class) return 0;
    if (type == long.class) return 0L;
    if (type == float.class) return 0f;
    if (type == double.class) return 0d;
    if (type == List.class) return new ArrayList<>();
    return null;
  }
}
