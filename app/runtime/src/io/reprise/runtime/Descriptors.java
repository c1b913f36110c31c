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
  private static final Class<?>[] BOXED_CLASSES = {
    Boolean.class, Byte.class, Short.class, Character.class, Integer.class,
    Long.class, Float.class, Double.class, Void.class
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
    int primitive = descriptor.length() == 1 ? PRIMITIVES.indexOf(descriptor.charAt(0)) : -1;
    if (primitive >= 0) {
      return PRIMITIVE_CLASSES[primitive];
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

  /** The class of the objects that a primitive type is boxed to; else null. */
  static Class<?> boxed(String descriptor) {
    int at = descriptor.length() == 1 ? PRIMITIVES.indexOf(descriptor.charAt(0)) : -1;
    return at < 0 ? null : BOXED_CLASSES[at];
  }
}
