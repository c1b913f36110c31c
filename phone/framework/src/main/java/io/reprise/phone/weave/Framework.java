package io.reprise.phone.weave;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.robolectric.internal.ShadowProvider;

/**
 * The jar of Android's framework and how its classes are to run: with their own
 * bodies where no shadow stands in (see {@link Restorer}), and woven. Any thread.
 */
public final class Framework {
  private final ZipFile jar;
  private final Map<String, Boolean> instrumented = new ConcurrentHashMap<>();

  public Framework(ZipFile jar) {
    this.jar = jar;
  }

  /** Classes that Robolectric has a shadow for, as it names them: with dots only. */
  public static Set<String> shadowed() {
    Set<String> names = new HashSet<>();
    for (ShadowProvider provider : ServiceLoader.load(ShadowProvider.class)) {
      for (Map.Entry<String, String> e : provider.getShadows()) names.add(e.getKey());
      for (String name : provider.getShadowPickerMap().keySet()) names.add(dotted(name));
    }
    return names;
  }

  /** The name with dots only of a class, or of its entry in a jar. */
  public static String dotted(String name) {
    String plain = name.endsWith(".class") ? name.substring(0, name.length() - ".class".length()) : name;
    return plain.replace('/', '.').replace('$', '.');
  }

  /** A class as it is to run. */
  public byte[] weave(byte[] bytes, Shadowing shadows) {
    return AndroidWeaver.weave(Restorer.restore(bytes, shadows, this::instrumented));
  }

  /** True of a class that Robolectric made. */
  private boolean instrumented(String name) {
    return instrumented.computeIfAbsent(name, n -> {
      ZipEntry entry = jar.getEntry(n + ".class");
      if (entry == null) return false;
      try (InputStream in = jar.getInputStream(entry)) {
        return Arrays.asList(new ClassReader(in).getInterfaces()).contains(Restorer.SHADOWED_OBJECT);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}
