package io.reprise.phone.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.inject.Named;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;

/**
 * The loader of android.*, of Robolectric's shadows and of our guest classes.
 * It has no class of any app: those are in an AppLoader, which is its child.
 */
public class FrameworkLoader extends AndroidSandbox.SdkSandboxClassLoader {
  /** Made by RestoreShadowed; it goes before the framework's jar. Null while that one runs. */
  private final ZipFile shadowed = open(System.getProperty("phone.shadowed", ""));
  private final ZipFile framework;

  public FrameworkLoader(InstrumentationConfiguration config, @Named("runtimeSdk") Sdk sdk,
      ClassInstrumentor instrumentor) {
    super(config, sdk, instrumentor);
    framework = open(sdk.getJarPath().toString());
  }

  private static ZipFile open(String path) {
    try {
      return path.isEmpty() ? null : new ZipFile(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected byte[] getByteCode(String name) throws ClassNotFoundException {
    String path = name.replace('.', '/') + ".class";
    try {
      byte[] code = shadowed == null ? null : read(shadowed, path);
      if (code == null) code = read(framework, path);
      return code == null ? super.getByteCode(name) : code;
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static byte[] read(ZipFile jar, String path) throws IOException {
    ZipEntry entry = jar.getEntry(path);
    if (entry == null) return null;
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
