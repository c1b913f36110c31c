package io.reprise.phone.translate;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * What is a thread and what is an interface, asked by internal name: of the app's
 * classes, then of Android's, then of the JDK's. Any thread.
 */
final class Hierarchy implements AutoCloseable {
  /** Longest chain of superclasses that is followed. */
  private static final int DEEP = 100;

  private record Type(String parent, boolean isInterface) {}

  private static final Type UNKNOWN = new Type(null, false);

  private final Map<String, Type> app = new HashMap<>();
  private final Map<String, Type> others = new ConcurrentHashMap<>();
  private final ZipFile framework; // null = none

  /** @param frameworkJar Android's classes; null = only the app's and the JDK's */
  Hierarchy(DexFileNode classes, String frameworkJar) throws IOException {
    for (DexClassNode type : classes.clzs) {
      app.put(internal(type.className), new Type(
          type.superClass == null ? null : internal(type.superClass),
          (type.access & Opcodes.ACC_INTERFACE) != 0));
    }
    framework = frameworkJar == null ? null : new ZipFile(frameworkJar);
  }

  private static String internal(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1);
  }

  boolean isThread(String name) {
    for (int i = 0; name != null && i < DEEP; i++) {
      if (name.equals("java/lang/Thread")) return true;
      name = type(name).parent;
    }
    return false;
  }

  boolean isInterface(String name) {
    return type(name).isInterface;
  }

  private Type type(String name) {
    Type own = app.get(name);
    return own != null ? own : others.computeIfAbsent(name, this::find);
  }

  private Type find(String name) {
    try {
      ZipEntry entry = framework == null ? null : framework.getEntry(name + ".class");
      if (entry != null) {
        try (InputStream in = framework.getInputStream(entry)) {
          ClassReader reader = new ClassReader(in);
          return new Type(reader.getSuperName(), (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0);
        }
      }
      Class<?> type = Class.forName(name.replace('/', '.'), false, null);
      Class<?> parent = type.getSuperclass();
      return new Type(parent == null ? null : parent.getName().replace('.', '/'),
          type.isInterface());
    } catch (IOException | ClassNotFoundException | LinkageError | IllegalArgumentException e) {
      return UNKNOWN;
    }
  }

  @Override
  public void close() throws IOException {
    if (framework != null) framework.close();
  }
}
