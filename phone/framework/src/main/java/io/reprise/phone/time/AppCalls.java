package io.reprise.phone.time;

import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * What an app's calls of System.exit and System.loadLibrary became. The phone
 * says what they do; without that there is no library, and an exit unwinds the
 * thread.
 */
public final class AppCalls {
  private static volatile IntConsumer exit = status -> {};
  private static volatile Consumer<String> library = name -> {};

  private AppCalls() {}

  /** What System.exit does; it may throw, but not return to the app. */
  public static void onExit(IntConsumer action) {
    exit = action;
  }

  /** Told of each library that an app wants; the app gets an UnsatisfiedLinkError. */
  public static void onLibrary(Consumer<String> action) {
    library = action;
  }

  /** System.exit(int). */
  public static void exit(int status) {
    exit.accept(status);
    throw new Doom();
  }

  /** Runtime.exit(int). */
  public static void exit(Runtime runtime, int status) {
    exit(status);
  }

  /** Runtime.halt(int). */
  public static void halt(Runtime runtime, int status) {
    exit(status);
  }

  /** System.loadLibrary(String). */
  public static void loadLibrary(String name) {
    library.accept(name);
    throw new UnsatisfiedLinkError("dlopen failed: library \"lib" + name
        + ".so\" not found: this phone runs no native code");
  }

  /** Runtime.loadLibrary(String). */
  public static void loadLibrary(Runtime runtime, String name) {
    loadLibrary(name);
  }

  /** System.load(String). */
  public static void load(String path) {
    library.accept(path);
    throw new UnsatisfiedLinkError("dlopen failed: \"" + path
        + "\" cannot be loaded: this phone runs no native code");
  }

  /** Runtime.load(String). */
  public static void load(Runtime runtime, String path) {
    load(path);
  }
}
