// What is to be done in this run, as the host wrote it into the session folder.
//
//   reprise-session 1
//   mode record             record, or replay of replay.ring beside this file
//   ring 33554432           bytes of the ring, a power of two
//   stream sensor live      replay, record, live or off for one stream
package io.reprise.runtime;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

final class SessionFile {
  static final String NAME = "session.txt";
  static final String REPLAY = "replay.ring";
  private static final int MAX_LINES = 1000;

  boolean replay;
  int ringBytes = 32 << 20;
  final Map<String, String> streams = new HashMap<>();

  static SessionFile read(File file) throws IOException, BadTape {
    SessionFile session = new SessionFile();
    BufferedReader in = new BufferedReader(
        new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8));
    try {
      if (!"reprise-session 1".equals(in.readLine())) {
        throw new BadTape(file + " does not begin with \"reprise-session 1\"");
      }
      String line;
      for (int i = 0; (line = in.readLine()) != null && i < MAX_LINES; i++) {
        session.line(line);
      }
    } finally {
      in.close();
    }
    return session;
  }

  private void line(String line) throws BadTape {
    String[] words = line.split(" ");
    try {
      if (words[0].equals("mode") && words[1].matches("record|replay")) {
        replay = words[1].equals("replay");
      } else if (words[0].equals("ring")) {
        ringBytes = Integer.parseInt(words[1]);
      } else if (words[0].equals("stream") && words[2].matches("replay|record|live|off")) {
        streams.put(words[1], words[2]);
      } else if (!line.isEmpty()) {
        throw new BadTape("\"" + line + "\" is no line of a session");
      }
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      throw new BadTape("\"" + line + "\" is no line of a session", e);
    }
  }
}
