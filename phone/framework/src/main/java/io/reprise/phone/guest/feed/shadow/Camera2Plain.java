package io.reprise.phone.guest.feed.shadow;

import org.robolectric.annotation.Implements;

/** Takes Robolectric's stand-ins away: Android's own classes speak to our camera service. */
public final class Camera2Plain {
  private Camera2Plain() {}

  @Implements(className = "android.hardware.camera2.CameraManager", isInAndroidSdk = false)
  public static class Manager {}

  @Implements(className = "android.hardware.camera2.CameraCharacteristics", isInAndroidSdk = false)
  public static class Characteristics {}

  @Implements(className = "android.hardware.camera2.impl.CameraDeviceImpl", isInAndroidSdk = false)
  public static class Device {}

  @Implements(className = "android.hardware.camera2.impl.CameraCaptureSessionImpl", isInAndroidSdk = false)
  public static class Session {}

  @Implements(className = "android.hardware.camera2.CaptureRequest$Builder", isInAndroidSdk = false)
  public static class Request {}

  @Implements(className = "android.hardware.camera2.CaptureResult", isInAndroidSdk = false)
  public static class Result {}
}
