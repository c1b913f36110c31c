package io.reprise.phone.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Our shadows: classes that stand in for methods of the framework, or that take
 * Robolectric's away. They are listed by name in resources `shadows/*.txt`, one
 * list for each who writes some.
 */
final class Shadows {
  private static final String[] LISTS = {"core", "screen", "devices", "debug", "time"};

  private Shadows() {}

  static Class<?>[] all() throws IOException, ClassNotFoundException {
    List<Class<?>> classes = new ArrayList<>();
    for (String list : LISTS) {
      var in = Shadows.class.getResourceAsStream("/shadows/" + list + ".txt");
      if (in == null) continue;
      try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        for (String line; (line = lines.readLine()) != null; ) {
          if (line.isBlank() || line.startsWith("#")) continue;
          classes.add(Class.forName(line.strip(), false, Shadows.class.getClassLoader()));
        }
      }
    }
    return classes.toArray(new Class<?>[0]);
  }
}
