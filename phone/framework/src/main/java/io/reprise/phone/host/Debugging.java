package io.reprise.phone.host;

import io.reprise.phone.time.Debugger;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The JVM's own JDWP agent. It is there from the begin (`run` asks for it) but does
 * nothing before it is told to listen, which it is when a debugger comes. It does
 * not say where it listens; the kernel does.
 */
final class Debugging {
  private static final String BEANS = "com.sun.management.internal.DiagnosticCommandImpl";
  private static final long PATIENCE_NS = 5_000_000_000L;
  private static final long LOOK_MS = 5;
  /** Of /proc/net/tcp: 127.0.0.1, and the state of a socket that listens. */
  private static final String LOOPBACK = "0100007F:";
  private static final String LISTENS = "0A";

  /** Sockets that listened before, which are the app's; null = it was not begun yet. */
  private static Set<String> before;

  private Debugging() {}

  /** The port of the loopback on which it listens. */
  static String listen() throws Exception {
    if (before == null) {
      before = new HashSet<>();
      find(before);
      Class<?> beans = Class.forName(BEANS);
      Method bean = beans.getDeclaredMethod("getDiagnosticCommandMBean");
      Method execute = beans.getDeclaredMethod("executeDiagnosticCommand", String.class);
      bean.setAccessible(true);
      execute.setAccessible(true);
      execute.invoke(bean.invoke(null), "VM.start_java_debugging");
    }
    // When one has gone it takes a moment until it listens for the next.
    for (long begin = System.nanoTime(); System.nanoTime() - begin < PATIENCE_NS; Thread.sleep(LOOK_MS)) {
      int port = find(null);
      if (port == 0) continue;
      Debugger.set(true);
      return Integer.toString(port);
    }
    throw new Refusal("the JVM takes no debugger");
  }

  static void gone() {
    Debugger.set(false);
  }

  /** The port of the newest socket of ours that listens and did not before; all go into `seen`. */
  private static int find(Set<String> seen) throws IOException {
    Set<String> ours = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path file : files) {
        try {
          ours.add(Files.readSymbolicLink(file).toString());
        } catch (IOException e) {
          // It was closed just now.
        }
      }
    }
    int port = 0;
    long newest = 0;
    for (String line : Files.readAllLines(Path.of("/proc/self/net/tcp"))) {
      String[] words = line.strip().split("\\s+");
      if (words.length < 10 || !words[1].startsWith(LOOPBACK) || !words[3].equals(LISTENS)) continue;
      String inode = words[9];
      if (!ours.contains("socket:[" + inode + "]")) continue;
      if (seen != null) seen.add(inode);
      if (before.contains(inode) || Long.parseLong(inode) < newest) continue;
      newest = Long.parseLong(inode);
      port = Integer.parseInt(words[1].substring(LOOPBACK.length()), 16);
    }
    return port;
  }
}
