package io.reprise.phone.guest;

import java.util.regex.Pattern;

/** Makes a stack trace look as on a phone: without the frames that carry shadows. */
final class Stacks {
  private static final Pattern RENAMED = Pattern.compile("\\.\\$\\$robo\\$\\$[\\w$]*?\\$(\\w+)\\(");
  private static final Pattern OURS = Pattern.compile(
      "(?m)^\\s+at (app//)?(org\\.robolectric\\.|io\\.reprise\\.phone\\.|java\\.base/jdk\\.internal\\.reflect"
          + "|java\\.base/java\\.lang\\.invoke).*\\R");
  /** The instrumented method that only calls the renamed one has no source line. */
  private static final Pattern CALLERS = Pattern.compile("(?m)^\\s+at (android|com\\.android|libcore|dalvik)\\.[^\\n]*\\(Unknown Source\\)\\R"
      + "|^\\s+at (android|com\\.android|libcore|dalvik)\\.[\\w.$<>]+\\([A-Za-z]+\\.java\\)\\R");

  private Stacks() {}

  static String clean(String stack) {
    String s = OURS.matcher(stack).replaceAll("");
    s = CALLERS.matcher(s).replaceAll("");
    s = RENAMED.matcher(s).replaceAll(".$1(");
    return s.replace("at java.base/", "at ").replace("at app//", "at ").strip();
  }
}
