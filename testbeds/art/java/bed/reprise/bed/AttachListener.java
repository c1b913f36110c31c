package reprise.bed;

import dalvik.system.VMDebug;
import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;

/**
 * Attaches JVMTI agents to this process, as the activity manager asks an app's process to: each
 * line written to a named pipe is a library, with = and options. The process must be debuggable.
 */
final class AttachListener extends Thread {
  private final String pipe;
  private final ClassLoader loader;

  AttachListener(String pipe, ClassLoader loader) {
    super("attach");
    this.pipe = pipe;
    this.loader = loader;
    setDaemon(true);
  }

  @Override
  public void run() {
    // The end of one writer is not the end of all.
    while (true) {
      try (BufferedReader lines = new BufferedReader(new FileReader(pipe))) {
        for (String agent = lines.readLine(); agent != null; agent = lines.readLine()) {
          VMDebug.attachAgent(agent, loader);
        }
      } catch (IOException e) {
        System.err.println("attach: " + e);
        return;
      }
    }
  }
}
