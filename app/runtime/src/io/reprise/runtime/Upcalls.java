// Finds the method of the app that an upcall goes to.
//
// Threads: any.
package io.reprise.runtime;

import java.lang.reflect.Method;
import java.util.Arrays;

final class Upcalls {
  private Upcalls() {}

  static Method find(Class<?> receiver, Point point, ClassLoader loader) throws BadTape {
    String name = point.method.substring(point.method.indexOf("->") + 2, point.method.indexOf('('));
    Class<?>[] types = new Class<?>[point.types.size() - 1];
    for (int i = 0; i < types.length; i++) {
      types[i] = Descriptors.find(point.types.get(i), loader);
    }
    for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), types)) {
          method.setAccessible(true);
          return method;
        }
      }
    }
    throw new BadTape(receiver.getName() + " has no " + name);
  }
}
