// What the runtime needs of Android, behind a seam: on a plain JVM, where tests
// and tools run, there are no loopers and no parcels.
//
// Threads: any.
package io.reprise.runtime;

import java.util.Map;

abstract class Platform {
  private static volatile Platform instance;

  static Platform get() {
    Platform platform = instance;
    if (platform == null) {
      platform = make();
      instance = platform;
    }
    return platform;
  }

  /** For tests. */
  static void set(Platform platform) {
    instance = platform;
  }

  private static Platform make() {
    try {
      Class.forName("android.os.Looper");
      return (Platform) Class.forName("io.reprise.runtime.AndroidPlatform").newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      return new PlainPlatform();
    }
  }

  /** Name of the calling thread's looper; empty when it has none. */
  abstract String looper();

  /** Runs it on the looper of the thread with this name; false: there is none. */
  abstract boolean post(String looper, Runnable task);

  abstract int processId();

  abstract int threadId();

  abstract boolean canParcel();

  abstract byte[] parcel(Object parcelable);

  abstract Object unparcel(byte[] parcel, ClassLoader loader) throws BadTape;

  abstract Map<String, Object> bundle(Object bundle);

  abstract Object makeBundle(Class<?> type) throws BadTape;

  abstract void putInBundle(Object bundle, String key, Object value) throws BadTape;
}
