package io.reprise.phone.host;

import io.reprise.phone.weave.Framework;
import io.reprise.phone.weave.Shadowing;
import io.reprise.phone.weave.StoredJar;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.robolectric.internal.bytecode.ShadowMap;

/**
 * A step of the build: RestoreShadowed FRAMEWORK.jar TO.jar makes the classes of
 * the framework that have a shadow, or a hook of ours. A method that its shadow
 * does not stand in for has its own body. Robolectric itself is asked which those
 * are, in a process like an app's.
 */
public final class RestoreShadowed {
  private RestoreShadowed() {}

  public static void main(String[] arguments) {
    try (ZipFile from = new ZipFile(arguments[0]); StoredJar to = new StoredJar(Path.of(arguments[1]))) {
      Sandbox sandbox = Sandbox.make();
      sandbox.start(news -> {});
      Framework framework = new Framework(from);
      Set<String> names = names();
      for (ZipEntry entry : Collections.list(from.entries())) {
        if (!entry.getName().endsWith(".class") || !names.contains(Framework.dotted(entry.getName()))) continue;
        String name = entry.getName().substring(0, entry.getName().length() - ".class".length()).replace('/', '.');
        byte[] woven = framework.weave(from.getInputStream(entry).readAllBytes(), of(sandbox, sandbox.load(name)));
        to.add(entry.getName(), FrameworkWeaver.weave(name, woven));
      }
    } catch (Throwable e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
    // Threads of the framework would go on.
    Runtime.getRuntime().halt(0);
  }

  private static Set<String> names() throws Exception {
    Set<String> names = new HashSet<>(Framework.shadowed());
    for (Class<?> shadow : Shadows.all()) {
      names.add(Framework.dotted(ShadowMap.obtainShadowInfo(shadow).shadowedClassName));
    }
    for (String name : FrameworkWeaver.names()) names.add(Framework.dotted(name));
    return names;
  }

  private static Shadowing of(Sandbox sandbox, Class<?> type) {
    return new Shadowing() {
      @Override public boolean shadowed() {
        return sandbox.shadows(type);
      }

      @Override public boolean replaces(String method, String descriptor, boolean isStatic, boolean isNative) {
        try {
          return sandbox.replaces(type, method, descriptor, isStatic, isNative);
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }
}
