// Runs the tests of the runtime on a plain JVM, without a library: every public
// method without parameters of the classes named on the command line is a test.
package io.reprise.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

public final class RunTests {
  private RunTests() {}

  public static void main(String[] names) throws Exception {
    int failed = 0;
    int run = 0;
    for (String name : names) {
      Class<?> type = Class.forName("io.reprise.runtime." + name);
      Method[] methods = type.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName));
      for (Method method : methods) {
        if (method.getParameterTypes().length > 0 || method.isSynthetic()
            || !java.lang.reflect.Modifier.isPublic(method.getModifiers())) {
          continue;
        }
        run++;
        try {
          method.invoke(type.getDeclaredConstructor().newInstance());
        } catch (InvocationTargetException e) {
          failed++;
          System.out.println("FAILED " + name + "." + method.getName());
          e.getCause().printStackTrace(System.out);
        }
      }
    }
    System.out.println(run + " tests, " + failed + " failed");
    if (run == 0 || failed > 0) {
      System.exit(1);
    }
  }

  static void equal(Object expected, Object actual) {
    if (!java.util.Objects.deepEquals(expected, actual)) {
      throw new AssertionError("expected " + show(expected) + " but got " + show(actual));
    }
  }

  static void same(Object expected, Object actual) {
    if (expected != actual) {
      throw new AssertionError("expected the same as " + expected + " but got " + actual);
    }
  }

  static void check(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(String.format("%02x", b));
    }
    return text.toString();
  }

  static byte[] unhex(String text) {
    byte[] bytes = new byte[text.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  private static String show(Object value) {
    String text = Arrays.deepToString(new Object[] {value});
    return text.substring(1, text.length() - 1);
  }
}
