package reprise.apps;

import android.app.Activity;
import android.app.Application;
import android.content.Context;
import android.content.ContextWrapper;
import android.os.Bundle;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Holds a program back until a line comes, so that something can be attached to its process, and
 * starts it then as the ground's launcher does.
 */
public final class Gate {
  private Gate() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println("waiting");
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    Class<?> program = Class.forName(arguments[0]);
    if (Context.class.isAssignableFrom(program)) {
      start((ContextWrapper) program.getDeclaredConstructor().newInstance());
      return;
    }
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    program.getMethod("main", String[].class).invoke(null, (Object) rest);
  }

  private static void start(ContextWrapper program) throws ReflectiveOperationException {
    Application application =
        program instanceof Application ? (Application) program : new Application();
    Object base = make("GroundContext", application, ClassLoader.getSystemClassLoader());
    method(ContextWrapper.class, "attachBaseContext", Context.class).invoke(program, base);
    if (program instanceof Application) {
      application.onCreate();
      return;
    }
    method(Activity.class, "setParent", Activity.class).invoke(program, make("ActivityHost"));
    method(Activity.class, "onCreate", Bundle.class).invoke(program, (Object) null);
  }

  // By the only constructor of a class that the ground keeps to itself.
  private static Object make(String name, Object... arguments)
      throws ReflectiveOperationException {
    Constructor<?> made = Class.forName("reprise.bed." + name).getDeclaredConstructors()[0];
    made.setAccessible(true);
    return made.newInstance(arguments);
  }

  private static Method method(Class<?> type, String name, Class<?> parameter)
      throws ReflectiveOperationException {
    Method method = type.getDeclaredMethod(name, parameter);
    method.setAccessible(true);
    return method;
  }
}
