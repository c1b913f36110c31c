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
 * The jar of Android's framework as it is to run: its classes with their own
 * bodies (see {@link Restorer}), woven. Classes that Robolectric has a shadow for
 * keep its calls. Any thread.
 */
final class Framework {
  private final ZipFile jar;
  private final Set<String> shadowed = new HashSet<>();
  private final Map<String, Boolean> instrumented = new ConcurrentHashMap<>();

  Framework(ZipFile jar) {
    this.jar = jar;
    for (ShadowProvider provider : ServiceLoader.load(ShadowProvider.class)) {
      for (Map.Entry<String, String> e : provider.getShadows()) shadowed.add(e.getKey());
      for (String name : provider.getShadowPickerMap().keySet()) shadowed.add(name.replace('$', '.'));
    }
  }

  byte[] of(String path, byte[] bytes) {
    // As Robolectric names them: with dots only.
    String name = path.substring(0, path.length() - ".class".length()).replace('/', '.').replace('$', '.');
    if (shadowed.contains(name)) return AndroidWeaver.weave(bytes);
    return AndroidWeaver.weave(Restorer.restore(bytes, Restorer.NONE, this::instrumented));
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
