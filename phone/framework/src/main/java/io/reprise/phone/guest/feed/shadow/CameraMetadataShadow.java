package io.reprise.phone.guest.feed.shadow;

import android.hardware.camera2.impl.CameraMetadataNative;
import io.reprise.phone.guest.feed.camera.Metadata;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;

/** The native half of the settings and results of cameras. */
@Implements(className = "android.hardware.camera2.impl.CameraMetadataNative", isInAndroidSdk = false)
public class CameraMetadataShadow {
  @RealObject private CameraMetadataNative real;

  @Implementation
  protected static long nativeAllocate() {
    return Metadata.make(0);
  }

  @Implementation
  protected static long nativeAllocateCopy(long pointer) {
    return Metadata.make(pointer);
  }

  @Implementation
  protected static void nativeUpdate(long to, long from) {
    Metadata.update(to, from);
  }

  @Implementation
  protected static void nativeSwap(long a, long b) {
    Metadata.swap(a, b);
  }

  @Implementation
  protected static void nativeClose(long pointer) {
    Metadata.close(pointer);
  }

  @Implementation
  protected static boolean nativeIsEmpty(long pointer) {
    return Metadata.size(pointer) == 0;
  }

  @Implementation
  protected static int nativeGetEntryCount(long pointer) {
    return Metadata.size(pointer);
  }

  /** Any numbers do: what has one is never asked for by it here. */
  @Implementation
  protected static int nativeGetTagFromKey(String key, long vendor) {
    return key.hashCode();
  }

  @Implementation
  protected static int nativeGetTagFromKeyLocal(long pointer, String key) {
    return key.hashCode();
  }

  @Implementation
  protected Object getBase(CameraMetadataNative.Key<?> key) {
    return Metadata.get(real.getMetadataPtr(), key.getName());
  }

  @Implementation
  protected void setBase(CameraMetadataNative.Key<?> key, Object value) {
    Metadata.set(real.getMetadataPtr(), key.getName(), value);
  }
}
