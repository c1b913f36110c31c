package io.reprise.phone.guest;

import java.nio.file.Path;
import java.util.Locale;
import org.robolectric.pluginapi.NativeRuntimeLoader;

/**
 * Loads the framework's native code (Skia, SQLite) from where the build has
 * unpacked it; Robolectric's own unpacks 200 MB at every start.
 */
@javax.annotation.Priority(1)
public final class NativeRuntime implements NativeRuntimeLoader {
  private static boolean loaded;

  @Override
  public synchronized void ensureLoaded() {
    if (loaded) return;
    loaded = true;
    Path folder = Path.of(System.getProperty("phone.native"));
    System.setProperty("robolectric.nativeruntime.fontdir", folder.resolve("fonts") + "/");
    System.setProperty("icu.data.path", folder.resolve("icu/icudt68l.dat").toString());
    System.setProperty("icu.locale.default", Locale.getDefault().toLanguageTag());
    System.setProperty("hyphen.data.dir", folder.resolve("hyphen-data").toString());
    String machine = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
    System.load(folder.resolve("native/linux/" + machine + "/librobolectric-nativeruntime.so").toString());
    android.text.Hyphenator.init();
  }
}
