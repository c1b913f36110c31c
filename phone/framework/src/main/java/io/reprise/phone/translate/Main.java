package io.reprise.phone.translate;

import com.googlecode.d2j.node.DexClassNode;
import io.reprise.phone.weave.StoredJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * `run translate APK FOLDER`: an APK's classes as a jar of woven class files,
 * FOLDER/classes.jar, which is there only when it is whole. FOLDER/translation.txt
 * says what was done and what could not be. Exit status 1 and one sentence if the
 * APK is not one that can be translated.
 */
public final class Main {
  /** dex2jar goes deep into long methods. */
  private static final long STACK_BYTES = 256 << 20;

  private Main() {}

  public static void main(String[] arguments) {
    if (arguments.length != 2) {
      System.err.println("translate: want an APK and a folder");
      System.exit(2);
    }
    try {
      System.out.println(translate(Path.of(arguments[0]), Path.of(arguments[1])));
    } catch (Refused e) {
      end(e.getMessage());
    } catch (IOException | UncheckedIOException e) {
      end(arguments[1] + " cannot be written: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      end(arguments[0] + " needs more memory than is accepted");
    } catch (RuntimeException | Error | InterruptedException e) {
      end(arguments[0] + " cannot be translated: " + Dexes.said(e));
    }
  }

  private static void end(String sentence) {
    System.err.println("translate: " + sentence);
    System.exit(1);
  }

  private static String translate(Path apk, Path folder)
      throws Refused, IOException, InterruptedException {
    long begin = System.nanoTime();
    Dexes dexes = new Dexes(apk);
    List<DexClassNode> types = dexes.classes.clzs;
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    byte[][] results = new byte[types.size()][];
    int woven;
    try (Hierarchy hierarchy =
        new Hierarchy(dexes.classes, System.getProperty("phone.framework"))) {
      woven = translate(dexes, hierarchy, failures, results);
    }
    Files.createDirectories(folder);
    Path jar = folder.resolve("classes.jar.part");
    int written = 0;
    try (StoredJar to = new StoredJar(jar)) {
      for (int i = 0; i < results.length; i++) {
        if (results[i] == null) continue;
        String name = types.get(i).className;
        to.add(name.substring(1, name.length() - 1) + ".class", results[i]);
        written++;
      }
    }
    Collections.sort(failures);
    List<String> report = new ArrayList<>();
    report.add("dex files: " + dexes.count);
    report.add("classes: " + written + " of " + types.size());
    report.add("woven: " + woven);
    for (String failure : failures) report.add("not translated: " + failure);
    Path part = folder.resolve("translation.txt.part");
    Files.write(part, report);
    Files.move(part, folder.resolve("translation.txt"), StandardCopyOption.ATOMIC_MOVE);
    Files.move(jar, folder.resolve("classes.jar"), StandardCopyOption.ATOMIC_MOVE);
    return written + " classes in " + (System.nanoTime() - begin) / 1_000_000 + " ms"
        + (failures.isEmpty() ? "" : ", " + failures.size() + " failures, see translation.txt");
  }

  private static int translate(Dexes dexes, Hierarchy hierarchy, List<String> failures,
      byte[][] results) throws Refused, InterruptedException {
    Translator first = new Translator(dexes.classes, hierarchy, failures);
    AtomicInteger next = new AtomicInteger();
    AtomicInteger woven = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < Math.min(8, Runtime.getRuntime().availableProcessors()); i++) {
      Thread thread = new Thread(null, () -> {
        Translator translator = first.another();
        Dexes.Reader reader = dexes.new Reader();
        try {
          for (int at; (at = next.getAndIncrement()) < results.length; ) {
            results[at] = translator.translate(reader.read(at));
          }
        } catch (Throwable e) {
          errors.add(e);
        }
        woven.addAndGet(translator.woven[0]);
      }, "translate", STACK_BYTES);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) thread.join();
    if (!errors.isEmpty() && errors.get(0) instanceof Error) throw (Error) errors.get(0);
    if (!errors.isEmpty() && errors.get(0) instanceof Refused) throw (Refused) errors.get(0);
    if (!errors.isEmpty()) throw new IllegalStateException(errors.get(0));
    return woven.get();
  }
}
