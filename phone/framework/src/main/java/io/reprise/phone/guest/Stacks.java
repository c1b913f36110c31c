package io.reprise.phone.guest;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a stack trace look as on a phone: without the frames that carry shadows.
 * What those are depends on how often a method was called in this JVM before.
 */
final class Stacks {
  private static final Pattern RENAMED = Pattern.compile("\\.\\$\\$robo\\$\\$[\\w$]*?\\$(\\w+)\\(");
  private static final Pattern FRAME = Pattern.compile("\\s+at (?:app//|java\\.base/)?(.*)");
  private static final Pattern OURS = Pattern.compile(
      "(org\\.robolectric\\.|io\\.reprise\\.phone\\.|jdk\\.internal\\.reflect\\.|java\\.lang\\.invoke\\.).*");
  /** The instrumented method that only calls the renamed one has no source line. */
  private static final Pattern CALLER = Pattern.compile(
      "(android|com\\.android|libcore|dalvik)\\..*\\((Unknown Source|[A-Za-z]+\\.java)\\)");
  private static final Pattern MORE = Pattern.compile("(\\s+\\.\\.\\. )(\\d{1,5}) more");

  private Stacks() {}

  /** A text of the log, with or without traces in it. */
  static String clean(String text) {
    if (!text.contains("\n\tat ")) return text;
    StringBuilder clean = new StringBuilder(text.length());
    List<Boolean> outer = new ArrayList<>();  // of the trace before: which frames were kept
    List<Boolean> frames = new ArrayList<>();
    for (String line : text.split("\n")) {
      Matcher frame = FRAME.matcher(line);
      Matcher more = MORE.matcher(line);
      if (frame.matches()) {
        boolean kept = !OURS.matcher(frame.group(1)).matches() && !CALLER.matcher(frame.group(1)).matches();
        frames.add(kept);
        if (!kept) continue;
        line = line.substring(0, line.indexOf("at ") + 3) + RENAMED.matcher(frame.group(1)).replaceAll(".$1(");
      } else if (more.matches()) {
        List<Boolean> common = outer.subList(
            Math.max(0, outer.size() - Integer.parseInt(more.group(2))), outer.size());
        line = more.group(1) + common.stream().filter(kept -> kept).count() + " more";
        frames.addAll(common);
      } else if (!frames.isEmpty()) {
        outer = frames;
        frames = new ArrayList<>();
      }
      clean.append(line).append('\n');
    }
    return clean.toString().stripTrailing();
  }
}
