// A Java machine that is not Android.
package io.reprise.runtime;

import java.io.File;
import java.io.IOException;
import java.util.Map;

class PlainPlatform extends Platform {
  private final int processId = findProcessId();

  private static int findProcessId() {
    try {
      return Integer.parseInt(new File("/proc/self").getCanonicalFile().getName());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  @Override
  String looper() {
    return "";
  }

  @Override
  boolean post(String looper, Runnable task) {
    return false;
  }

  @Override
  int processId() {
    return processId;
  }

  @Override
  int threadId() {
    return 0;
  }

  @Override
  boolean canParcel() {
    return false;
  }

  @Override
  byte[] parcel(Object parcelable) {
    throw new RuntimeFault("there are no parcels here");
  }

  @Override
  Object unparcel(byte[] parcel, ClassLoader loader) throws BadTape {
    throw new BadTape("a parcel can only be read on Android");
  }

  @Override
  Map<String, Object> bundle(Object bundle) {
    throw new RuntimeFault("there are no bundles here");
  }

  @Override
  Object makeBundle(Class<?> type) throws BadTape {
    throw new BadTape("a bundle can only be made on Android");
  }

  @Override
  void putInBundle(Object bundle, String key, Object value) throws BadTape {
    throw new BadTape("a bundle can only be made on Android");
  }
}
