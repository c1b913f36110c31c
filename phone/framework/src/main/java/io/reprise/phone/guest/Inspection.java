package io.reprise.phone.guest;

import android.os.StrictMode;
import com.sun.management.HotSpotDiagnosticMXBean;
import dalvik.system.BlockGuard;
import io.reprise.phone.host.AppLoader;
import io.reprise.phone.host.MethodProbes;
import io.reprise.phone.host.Refusal;
import io.reprise.phone.time.Methods;
import io.reprise.phone.time.Strict;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneReply.MethodsRan;
import reprise.Phone.PhoneRequest;

/** For those who look into the app: which of its methods ran, what is on its heap. */
final class Inspection {
  /** Where a profile that was begun goes; null = none was. */
  private static String profile;

  private Inspection() {}

  /** A new app, nothing of which has run. */
  static void begin(boolean methods) {
    profile = null;
    Methods.begin(methods);
    // Of an app before.
    StrictMode.setVmPolicy(StrictMode.VmPolicy.LAX);
    MainThread.call(() -> {
      StrictMode.setThreadPolicy(StrictMode.ThreadPolicy.LAX);
      return null;
    });
    Strict.to(new Strict.Policy() {
      @Override
      public void onRead() {
        BlockGuard.getThreadPolicy().onReadFromDisk();
      }

      @Override
      public void onWrite() {
        BlockGuard.getThreadPolicy().onWriteToDisk();
      }

      @Override
      public void onNetwork() {
        BlockGuard.getThreadPolicy().onNetwork();
      }
    });
  }

  /** Those of which it was not told yet. */
  static MethodsRan.Builder methods(boolean begin) throws Exception {
    if (begin) probe();
    return MethodsRan.newBuilder().addAllMethods(Methods.take());
  }

  private static void probe() throws Exception {
    App app = App.current();
    if (app != null && app.loader() instanceof AppLoader loader) MethodProbes.begin(loader);
  }

  /** The app dies: what ran at the last. */
  static void tell() {
    if (!Methods.noted()) return;
    List<String> names = Methods.take();
    if (!names.isEmpty()) News.send(PhoneReply.newBuilder().setMethodsRan(MethodsRan.newBuilder().addAllMethods(names)));
  }

  /** What `am profile` and `am dumpheap` ask for; null = it is for others. */
  static String command(PhoneRequest.System s) throws Exception {
    List<String> words = s.getWordsList();
    return switch (s.getService()) {
      case "profile" -> words.get(0).equals("start") ? start(words.get(1)) : stop();
      case "heap" -> heap(words.get(0));
      default -> null;
    };
  }

  private static String start(String file) throws Exception {
    if (profile != null) throw new Refusal("it is profiled already, into " + profile + "; stop that first");
    Clock.idle();
    probe();
    Methods.beginProfile();
    profile = file;
    return "";
  }

  /** The file, then the methods; nothing if none was begun. */
  private static String stop() {
    if (profile == null) return "";
    Clock.idle();
    StringBuilder text = new StringBuilder(profile).append('\n');
    for (String name : Methods.profile()) text.append(name).append('\n');
    profile = null;
    return text.toString();
  }

  /** The JVM writes only a file that is new. */
  private static String heap(String to) throws IOException {
    Path folder = Files.createTempDirectory("reprise-heap");
    Path file = folder.resolve("heap.hprof");
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
      try (OutputStream out = new FileOutputStream(to)) {
        Files.copy(file, out);
      }
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
    return "";
  }
}
