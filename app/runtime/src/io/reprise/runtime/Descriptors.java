// Names of classes and methods as DEX files and tapes have them
// ("Ljava/lang/String;", "[I", "La/B;->c(IJ)V"), and the classes behind.
//
// Threads: any.
package io.reprise.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

final class Descriptors {
  private static final ConcurrentMap<Class<?>, String> NAMES = new ConcurrentHashMap<>();
  private static final String PRIMITIVES = "ZBSCIJFDV";
  private static final Class<?>[] PRIMITIVE_CLASSES = {
    boolean.class, byte.class, short.class, char.class, int.class,
    long.class, float.class, double.class, void.class
  };

  private Descriptors() {}

  static String of(Class<?> type) {
    String name = NAMES.get(type);
    if (name == null) {
      name = make(type);
      NAMES.putIfAbsent(type, name);
    }
    return name;
  }

  private static String make(Class<?> type) {
    for (int i = 0; i < PRIMITIVE_CLASSES.length; i++) {
      if (PRIMITIVE_CLASSES[i] == type) {
        return PRIMITIVES.substring(i, i + 1);
      }
    }
    String name = type.getName().replace('.', '/');
    return type.isArray() ? name : "L" + name + ";";
  }

  /** The class, not initialised yet; BadTape when there is none. */
  static Class<?> find(String descriptor, ClassLoader loader) throws BadTape {
    if (descriptor.length() == 1 && PRIMITIVES.contains(descriptor)) {
      return PRIMITIVE_CLASSES[PRIMITIVES.indexOf(descriptor)];
    }
    String name;
    if (descriptor.startsWith("[")) {
      name = descriptor;
    } else if (descriptor.startsWith("L") && descriptor.endsWith(";")) {
      name = descriptor.substring(1, descriptor.length() - 1);
    } else {
      throw new BadTape("\"" + descriptor + "\" names no class");
    }
    try {
      return Class.forName(name.replace('/', '.'), false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new BadTape("there is no class " + descriptor, e);
    }
  }

  /** The types between the brackets of a method's name, then its result. */
  static List<String> typesOf(String method) throws BadTape {
    List<String> types = new ArrayList<>();
    int at = method.indexOf('(') + 1;
    int close = method.indexOf(')');
    if (at == 0 || close < at) {
      throw new BadTape("\"" + method + "\" is no method");
    }
    while (at < method.length()) {
      if (at == close) {
        at++;
        continue;
      }
      int end = at;
      while (end < method.length() && method.charAt(end) == '[') {
        end++;
      }
      if (end < method.length() && method.charAt(end) == 'L') {
        end = method.indexOf(';', end);
      }
      if (end < 0 || end >= method.length()) {
        throw new BadTape("\"" + method + "\" is no method");
      }
      types.add(method.substring(at, end + 1));
      at = end + 1;
    }
    return types;
  }

  static Class<?> boxed(Class<?> type) {
    if (!type.isPrimitive()) {
      return type;
    }
    if (type == int.class) {
      return Integer.class;
    }
    if (type == long.class) {
      return Long.class;
    }
    if (type == boolean.class) {
      return Boolean.class;
    }
    if (type == byte.class) {
      return Byte.class;
    }
    if (type == short.class) {
      return Short.class;
    }
    if (type == char.class) {
      return Character.class;
    }
    if (type == float.class) {
      return Float.class;
    }
    return type == double.class ? Double.class : Void.class;
  }
}
