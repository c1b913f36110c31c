package io.reprise.phone.time;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts the woven classes of the JDK in place, before main: the jar that holds
 * this package is given to the JVM as its -javaagent, and lies on the boot class
 * path, so that the JDK itself can call it.
 */
public final class Agent {
  private static Instrumentation given;

  private Agent() {}

  /** For who changes classes of the app as it runs. */
  public static Instrumentation instrumentation() {
    return given;
  }

  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    given = instrumentation;
    Module unnamed = Agent.class.getModule();
    instrumentation.redefineModule(Object.class.getModule(), Set.of(unnamed), Map.of(), Map.of(),
        Set.of(), Map.of());
    List<ClassDefinition> definitions = new ArrayList<>();
    try (BufferedReader names = new BufferedReader(
        new InputStreamReader(open("jdk/classes"), StandardCharsets.UTF_8))) {
      String built = names.readLine();
      String here = System.getProperty("java.vm.version");
      if (!here.equals(built)) {
        System.err.println("phone: built for Java " + built + ", but this is " + here
            + "; run phone/framework/build again");
        Runtime.getRuntime().halt(1);
      }
      for (String name; (name = names.readLine()) != null; ) {
        try (InputStream in = open("jdk/" + name + ".class")) {
          Class<?> type = Class.forName(name.replace('/', '.'), false, null);
          definitions.add(new ClassDefinition(type, in.readAllBytes()));
        }
      }
    }
    touch();
    instrumentation.redefineClasses(definitions.toArray(new ClassDefinition[0]));
    JdkState.begin();
    Identity.begin(arguments);
  }

  private static InputStream open(String name) throws IOException {
    InputStream in = ClassLoader.getSystemResourceAsStream(name);
    if (in == null) throw new IOException("phone: " + name + " is missing; build it again");
    return in;
  }

  /** What the woven classes call is there before they are. */
  private static void touch() throws ClassNotFoundException {
    for (String name : new String[] {"Hooks", "Monitors", "Network", "Scheduler", "Clock",
        "Driver", "Births", "Seeds", "Guest", "Doom", "JdkState", "Identity"}) {
      Class.forName("io.reprise.phone.time." + name);
    }
  }
}
