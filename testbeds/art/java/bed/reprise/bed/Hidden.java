package reprise.bed;

import android.content.Context;
import android.content.ContextWrapper;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** What the framework keeps from apps, and the system's side of it needs. */
final class Hidden {
  private Hidden() {}

  static void attachBaseContext(ContextWrapper wrapper, Context base) {
    call(ContextWrapper.class, wrapper, "attachBaseContext", base);
  }

  /** Calls the only method of that name and number of arguments. */
  static Object call(Class<?> type, Object target, String name, Object... arguments) {
    try {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
          method.setAccessible(true);
          return method.invoke(target, arguments);
        }
      }
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalStateException(type + " has no " + name);
  }

  /** Calls the only constructor with that number of arguments. */
  static <T> T make(Class<T> type, Object... arguments) {
    try {
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        if (constructor.getParameterCount() == arguments.length) {
          constructor.setAccessible(true);
          return type.cast(constructor.newInstance(arguments));
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalStateException(type + " has no constructor of " + arguments.length);
  }

  static Object get(Class<?> type, Object target, String name) {
    try {
      return field(type, name).get(target);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static void set(Class<?> type, Object target, String name, Object value) {
    try {
      field(type, name).set(target, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
