// Where the runtime begins: the first thing that a woven app calls, in every
// process, before any of its own code.
//
// The session folder is the system property reprise.session, or the folder
// "reprise" in the app's files. Without a session.txt in it nothing happens and
// woven code costs a branch.
//
// Threads: the main thread of the process.
package io.reprise.runtime;

import android.content.Context;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

public final class Start {
  private static final String PLAN = "reprise/plan.txt";
  private static final int MAX_PLAN_BYTES = 64 << 20;
  private static boolean loaded; // guarded by the class
  private static boolean attached; // guarded by the class

  private Start() {}

  /** First in the static initialiser of the app's first class. */
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    loaded = true;
    try {
      String process = processName();
      File folder = folder(process);
      if (folder != null) {
        begin(folder, process, contextLoader());
      }
    } catch (Throwable e) {
      complain(e);
    }
  }

  /** First in attachBaseContext of the Application. */
  public static synchronized void attach(Context base) {
    if (attached) {
      return;
    }
    attached = true;
    try {
      Session session = Hooks.session();
      if (session != null) {
        session.setLoader(base.getClassLoader());
        return;
      }
      File folder = new File(base.getFilesDir(), "reprise");
      if (new File(folder, SessionFile.NAME).isFile()) {
        begin(folder, processName(), base.getClassLoader());
      }
    } catch (Throwable e) {
      complain(e);
    }
  }

  private static void begin(File folder, String process, ClassLoader loader) throws Exception {
    int colon = process.indexOf(':');
    String plan = plan(loader);
    Hooks.addPlan(plan);
    Hooks.begin(folder, colon < 0 ? "" : process.substring(colon), loader);
    Runtime.getRuntime().addShutdownHook(new Thread("reprise-end") {
      @Override
      public void run() {
        Hooks.finish();
      }
    });
  }

  private static File folder(String process) {
    String named = System.getProperty("reprise.session");
    if (named != null) {
      return new File(named);
    }
    int colon = process.indexOf(':');
    String app = colon < 0 ? process : process.substring(0, colon);
    if (!app.matches("[A-Za-z][A-Za-z0-9_.]*")) {
      return null;
    }
    File folder = new File("/data/data/" + app + "/files/reprise");
    return new File(folder, SessionFile.NAME).isFile() ? folder : null;
  }

  private static String processName() throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(
        new FileInputStream("/proc/self/cmdline"), StandardCharsets.UTF_8));
    try {
      String line = in.readLine();
      int end = line == null ? 0 : line.indexOf('\0');
      return line == null ? "" : end < 0 ? line : line.substring(0, end);
    } finally {
      in.close();
    }
  }

  private static ClassLoader contextLoader() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    loader = loader == null ? Start.class.getClassLoader() : loader;
    return loader == null ? ClassLoader.getSystemClassLoader() : loader;
  }

  private static String plan(ClassLoader loader) throws IOException {
    InputStream in = Start.class.getResourceAsStream("/" + PLAN);
    if (in == null && loader != null) {
      in = loader.getResourceAsStream(PLAN);
    }
    if (in == null) {
      return "";
    }
    try {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      byte[] part = new byte[1 << 14];
      for (int n = in.read(part); n > 0 && text.size() < MAX_PLAN_BYTES; n = in.read(part)) {
        text.write(part, 0, n);
      }
      return text.toString("UTF-8");
    } finally {
      in.close();
    }
  }

  // The app must not suffer: without a session it runs as it always did.
  private static void complain(Throwable e) {
    System.err.println("reprise: not started: " + e);
  }
}
