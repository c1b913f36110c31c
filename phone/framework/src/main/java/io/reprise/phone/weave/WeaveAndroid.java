package io.reprise.phone.weave;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A step of the build: WeaveAndroid FROM.jar TO.jar [PREFIX] weaves every class of
 * a jar of Android's framework, of its shadows, or of ours that run on the app's
 * threads (those whose path begins with PREFIX), and stores all without
 * compression. Classes that Robolectric has a shadow for keep its calls; what
 * runs instead of them is made by io.reprise.phone.host.RestoreShadowed.
 */
public final class WeaveAndroid {
  private WeaveAndroid() {}

  public static void main(String[] arguments) throws Exception {
    String prefix = arguments.length > 2 ? arguments[2] : "";
    Set<String> shadowed = Framework.shadowed();
    int cores = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(cores);
    try (ZipFile from = new ZipFile(arguments[0]);
        StoredJar to = new StoredJar(Path.of(arguments[1]))) {
      Framework framework = new Framework(from);
      Deque<Entry> pending = new ArrayDeque<>();
      for (ZipEntry entry : Collections.list(from.entries())) {
        if (entry.isDirectory()) continue;
        byte[] bytes = from.getInputStream(entry).readAllBytes();
        boolean isClass =
            entry.getName().endsWith(".class") && entry.getName().startsWith(prefix);
        boolean restored = !shadowed.contains(Framework.dotted(entry.getName()));
        pending.add(new Entry(entry.getName(), pool.submit(() -> !isClass ? bytes
            : restored ? framework.weave(bytes, Shadowing.NONE) : AndroidWeaver.weave(bytes))));
        if (pending.size() > 500) pending.remove().write(to);
      }
      while (!pending.isEmpty()) pending.remove().write(to);
    } finally {
      pool.shutdown();
    }
  }

  private record Entry(String name, Future<byte[]> bytes) {
    void write(StoredJar to) throws IOException, InterruptedException, ExecutionException {
      to.add(name, bytes.get());
    }
  }
}
