package reprise.apps.overhead;

import io.reprise.bench.Pairs;
import java.util.Arrays;
import java.util.List;

/** Main PAIRS KIND...: compares this package's Work with its copy that is not woven. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    List<String> words = Arrays.asList(arguments);
    new Pairs(new Work()).run(Integer.parseInt(words.get(0)), words.subList(1, words.size()));
    System.exit(0);
  }
}
