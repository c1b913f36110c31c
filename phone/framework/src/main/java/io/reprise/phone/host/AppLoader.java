package io.reprise.phone.host;

import io.reprise.phone.time.Methods;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The loader of one app's classes, thrown away at a reset. As on a phone, the
 * app sees its own classes, those of Android and of Java, and nothing of what
 * the phone is made of: its own copy of a library that we use wins for it, and a
 * library that only we have is not there.
 */
public final class AppLoader extends ClassLoader implements AutoCloseable {
  static {
    registerAsParallelCapable();
  }

  /** What is on a phone's boot class path. */
  private static final String[] BOOT = {
    "java.", "android.", "dalvik.", "libcore.", "com.android.", "org.json.", "org.xmlpull.", "org.xml.",
    "org.w3c.", "org.apache.http.", "org.kxml2.", "sun.", "jdk.", "com.sun.",
    "io.reprise.phone.time.", "io.reprise.phone.guest.system."};

  private final ClassLoader framework;
  private final ZipFile classes;
  private final ZipFile apk;

  public AppLoader(ClassLoader framework, String classes, String apk) throws IOException {
    super("app", framework);
    this.framework = framework;
    this.classes = new ZipFile(classes);
    this.apk = new ZipFile(apk);
  }

  private static boolean boot(String name) {
    for (String p : BOOT) if (name.startsWith(p)) return true;
    return false;
  }

  @Override
  public Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("java.")) return framework.loadClass(name);
    if (boot(name) || name.startsWith("javax.")) {
      try {
        return framework.loadClass(name);
      } catch (ClassNotFoundException e) {
        // android.support.*, javax.inject.* and the like are the app's.
      }
    }
    Class<?> own = own(name);
    if (own == null) {
      throw new ClassNotFoundException("Didn't find class \"" + name + "\" on path: DexPathList[[zip file \""
          + apk.getName() + "\"]]");
    }
    return own;
  }

  private Class<?> own(String name) {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) return known;
      byte[] code = code(name);
      if (code == null) return null;
      if (Methods.noted()) code = MethodProbes.add(code);
      return defineClass(name, code, 0, code.length);
    }
  }

  /** A class of the app as it was translated; null = there is none. */
  byte[] code(String name) {
    ZipEntry entry = classes.getEntry(name.replace('.', '/') + ".class");
    if (entry == null) return null;
    try (InputStream in = classes.getInputStream(entry)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public URL getResource(String name) {
    if (apk.getEntry(name) == null) return null;
    try {
      return new URL("jar:" + new File(apk.getName()).toURI() + "!/" + name);
    } catch (MalformedURLException e) {
      return null;
    }
  }

  @Override
  public Enumeration<URL> getResources(String name) {
    URL url = getResource(name);
    return Collections.enumeration(url == null ? List.of() : List.of(url));
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    ZipEntry entry = apk.getEntry(name);
    try {
      return entry == null ? null : apk.getInputStream(entry);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    classes.close();
    apk.close();
  }
}
