package io.reprise.phone.weave;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A step of the build: WeaveJdk FOLDER writes the woven classes of this JDK's
 * java.base, as FOLDER/jdk/NAME.class, and FOLDER/jdk/classes, their names after
 * the version of the JDK that they belong to. io.reprise.phone.time.Agent puts
 * them in place.
 */
public final class WeaveJdk {
  private WeaveJdk() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0], "jdk");
    List<String> names = new ArrayList<>();
    names.add(System.getProperty("java.vm.version"));
    FileSystem modules = FileSystems.getFileSystem(URI.create("jrt:/"));
    Path base = modules.getPath("/modules/java.base");
    try (Stream<Path> files = Files.walk(base)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        if (!file.toString().endsWith(".class")) continue;
        byte[] bytes = Files.readAllBytes(file);
        byte[] woven = JdkWeaver.weave(bytes);
        if (woven == bytes) continue;
        String name = base.relativize(file).toString();
        Path to = folder.resolve(name);
        Files.createDirectories(to.getParent());
        try (OutputStream out = Files.newOutputStream(to)) {
          out.write(woven);
        }
        names.add(name.substring(0, name.length() - ".class".length()));
      }
    }
    Files.write(folder.resolve("classes"), names);
  }
}
