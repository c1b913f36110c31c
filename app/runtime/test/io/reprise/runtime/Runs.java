// Folders, sessions and tapes for tests that record a program and replay it.
package io.reprise.runtime;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

final class Runs implements AutoCloseable {
  interface Program {
    void run() throws Exception;
  }

  final File folder;

  Runs() throws Exception {
    folder = Files.createTempDirectory("reprise").toFile();
  }

  void record(String plan, Program program, String... lines) throws Exception {
    run("record", plan, program, lines);
    Files.copy(new File(folder, "main.ring").toPath(), new File(folder, "replay.ring").toPath(),
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Gives the number of differences that were reported. */
  int replay(String plan, Program program, String... lines) throws Exception {
    return run("replay", plan, program, lines);
  }

  private int run(String mode, String plan, Program program, String... lines) throws Exception {
    String text = "reprise-session 1\nmode " + mode + "\nring 4194304\n" + String.join("\n", lines);
    Files.write(new File(folder, "session.txt").toPath(), text.getBytes(StandardCharsets.UTF_8));
    Hooks.begin(folder, "", Runs.class.getClassLoader());
    Session session = Hooks.session();
    Hooks.addPlan(plan);
    try {
      program.run();
    } finally {
      Hooks.finish();
    }
    return session.differences();
  }

  /** The sentences of the last run's reports, without begin and end. */
  List<String> reports() throws Exception {
    List<String> sentences = new ArrayList<>();
    RingReader in = new RingReader(new File(folder, "main.ring"));
    while (in.next()) {
      if (!in.topic().equals("/reprise")) {
        continue;
      }
      byte[] bytes = in.message(in.place(), in.size());
      ProtoReader fields = new ProtoReader(bytes, 0, bytes.length);
      int kind = 0;
      String sentence = "";
      while (fields.next()) {
        if (fields.field() == Tags.EVENT_KIND) {
          kind = (int) fields.number();
        } else if (fields.field() == Tags.EVENT_SENTENCE) {
          sentence = fields.text();
        }
      }
      if (kind != Tags.KIND_SESSION_BEGAN && kind != Tags.KIND_SESSION_ENDED) {
        sentences.add(kind + " " + sentence);
      }
    }
    return sentences;
  }

  /** The calls of the last run. */
  List<RecordedCall> calls() throws Exception {
    List<RecordedCall> calls = new ArrayList<>();
    RingReader in = new RingReader(new File(folder, "main.ring"));
    while (in.next()) {
      if (in.topic().equals("/call")) {
        calls.add(RecordedCall.find(in));
      }
    }
    return calls;
  }

  @Override
  public void close() {
    for (File file : folder.listFiles()) {
      file.delete();
    }
    folder.delete();
  }
}
