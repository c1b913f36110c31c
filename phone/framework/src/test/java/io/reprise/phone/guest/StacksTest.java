package io.reprise.phone.guest;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** The same trace, as a JVM prints it before and after it made faster accessors. */
public final class StacksTest {
  private static final String CLEAN = "\nandroid.view.WindowLeaked: leaked\n"
      + "\tat android.view.WindowManagerImpl.addView(WindowManagerImpl.java:150)\n"
      + "\tat java.lang.reflect.Method.invoke(Method.java:569)\n"
      + "\tat a.b.Main.show(Main.java:7)\n"
      + "Caused by: java.io.IOException: no\n"
      + "\tat a.b.Main.read(Main.java:9)\n"
      + "\t... 2 more";

  private static String trace(String accessors, int more) {
    return "\nandroid.view.WindowLeaked: leaked\n"
        + "\tat android.view.WindowManagerImpl.$$robo$$android_view_WindowManagerImpl$addView(WindowManagerImpl.java:150)\n"
        + accessors
        + "\tat java.base/java.lang.reflect.Method.invoke(Method.java:569)\n"
        + "\tat org.robolectric.shadows.ShadowWindowManagerImpl.addView(ShadowWindowManagerImpl.java:50)\n"
        + "\tat android.view.WindowManagerImpl.addView(WindowManagerImpl.java)\n"
        + "\tat app//a.b.Main.show(Main.java:7)\n"
        + "Caused by: java.io.IOException: no\n"
        + "\tat app//a.b.Main.read(Main.java:9)\n"
        + "\t... " + more + " more\n";
  }

  @Test
  public void looksTheSameHoweverItWasCalled() {
    assertEquals(CLEAN, Stacks.clean(trace(
        "\tat java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)\n"
            + "\tat java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke(NativeMethodAccessorImpl.java:77)\n", 6)));
    assertEquals(CLEAN, Stacks.clean(trace(
        "\tat jdk.internal.reflect.GeneratedMethodAccessor35.invoke(Unknown Source)\n", 5)));
  }

  @Test
  public void leavesOtherTextsAlone() {
    assertEquals("look at \n that ", Stacks.clean("look at \n that "));
  }
}
