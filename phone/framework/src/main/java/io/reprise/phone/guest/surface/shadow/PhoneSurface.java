package io.reprise.phone.guest.surface.shadow;

import android.graphics.Canvas;
import android.graphics.Rect;
import android.graphics.SurfaceTexture;
import android.hardware.HardwareBuffer;
import android.os.Parcel;
import android.view.Surface.OutOfResourcesException;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.guest.surface.Surfaces;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNativeSurface;

/**
 * The native half of Surface: those of SurfaceViews and SurfaceTextures are ours,
 * all others (the renderer's own) Robolectric's. One that is ours never reaches
 * native code.
 */
@Implements(className = "android.view.Surface", isInAndroidSdk = false)
public class PhoneSurface extends ShadowNativeSurface {
  @Implementation
  protected static long nativeCreateFromSurfaceTexture(SurfaceTexture texture) throws OutOfResourcesException {
    PhoneSurfaceTexture shadow = Shadow.extract(texture);
    return Surfaces.add(shadow.queue());
  }

  @Implementation
  protected static long nativeGetFromBlastBufferQueue(long surface, long queue) {
    SurfaceQueue of = Surfaces.get(queue);
    if (of == null || Surfaces.get(surface) == of) return surface;
    return Surfaces.add(of);
  }

  @Implementation
  protected static long nativeLockCanvas(long surface, Canvas canvas, Rect dirty) throws OutOfResourcesException {
    if (!Surfaces.ours(surface)) return ShadowNativeSurface.nativeLockCanvas(surface, canvas, dirty);
    SurfaceQueue queue = Surfaces.get(surface);
    if (queue == null || !queue.lock(canvas, dirty)) throw new IllegalArgumentException();
    Surfaces.hold(surface);
    return surface;
  }

  @Implementation
  protected static void nativeUnlockCanvasAndPost(long surface, Canvas canvas) {
    if (!Surfaces.ours(surface)) {
      ShadowNativeSurface.nativeUnlockCanvasAndPost(surface, canvas);
      return;
    }
    SurfaceQueue queue = Surfaces.get(surface);
    if (queue != null) queue.post(canvas);
  }

  @Implementation
  protected static void nativeRelease(long surface) {
    if (Surfaces.ours(surface)) Surfaces.release(surface);
    else ShadowNativeSurface.nativeRelease(surface);
  }

  @Implementation
  protected static void nativeDestroy(long surface) {}

  @Implementation
  protected static boolean nativeIsValid(long surface) {
    if (!Surfaces.ours(surface)) return ShadowNativeSurface.nativeIsValid(surface);
    SurfaceQueue queue = Surfaces.get(surface);
    return queue != null && !queue.abandoned();
  }

  @Implementation
  protected static boolean nativeIsConsumerRunningBehind(long surface) {
    return !Surfaces.ours(surface) && ShadowNativeSurface.nativeIsConsumerRunningBehind(surface);
  }

  /** Only ours can be handed on so; the others come back as none. */
  @Implementation
  protected static void nativeWriteToParcel(long surface, Parcel to) {
    to.writeLong(Surfaces.get(surface) == null ? 0 : surface);
  }

  @Implementation
  protected static long nativeReadFromParcel(long surface, Parcel from) {
    SurfaceQueue queue = Surfaces.get(from.readLong());
    return queue == null ? 0 : Surfaces.add(queue);
  }

  @Implementation
  protected static void nativeAllocateBuffers(long surface) {
    if (!Surfaces.ours(surface)) ShadowNativeSurface.nativeAllocateBuffers(surface);
  }

  @Implementation
  protected static int nativeGetWidth(long surface) {
    if (!Surfaces.ours(surface)) return ShadowNativeSurface.nativeGetWidth(surface);
    SurfaceQueue queue = Surfaces.get(surface);
    return queue == null ? 0 : queue.width();
  }

  @Implementation
  protected static int nativeGetHeight(long surface) {
    if (!Surfaces.ours(surface)) return ShadowNativeSurface.nativeGetHeight(surface);
    SurfaceQueue queue = Surfaces.get(surface);
    return queue == null ? 0 : queue.height();
  }

  @Implementation
  protected static long nativeGetNextFrameNumber(long surface) {
    if (!Surfaces.ours(surface)) return ShadowNativeSurface.nativeGetNextFrameNumber(surface);
    SurfaceQueue queue = Surfaces.get(surface);
    return queue == null ? 0 : queue.frames() + 1;
  }

  @Implementation
  protected static int nativeSetScalingMode(long surface, int mode) {
    return Surfaces.ours(surface) ? 0 : ShadowNativeSurface.nativeSetScalingMode(surface, mode);
  }

  @Implementation
  protected static int nativeForceScopedDisconnect(long surface) {
    return Surfaces.ours(surface) ? 0 : ShadowNativeSurface.nativeForceScopedDisconnect(surface);
  }

  /** There are no hardware buffers here. */
  @Implementation
  protected static int nativeAttachAndQueueBufferWithColorSpace(long surface, HardwareBuffer buffer, int space) {
    return Surfaces.ours(surface) ? -22
        : ShadowNativeSurface.nativeAttachAndQueueBufferWithColorSpace(surface, buffer, space);
  }

  @Implementation
  protected static int nativeSetSharedBufferModeEnabled(long surface, boolean on) {
    return Surfaces.ours(surface) ? 0 : ShadowNativeSurface.nativeSetSharedBufferModeEnabled(surface, on);
  }

  @Implementation
  protected static int nativeSetAutoRefreshEnabled(long surface, boolean on) {
    return Surfaces.ours(surface) ? 0 : ShadowNativeSurface.nativeSetAutoRefreshEnabled(surface, on);
  }

  @Implementation
  protected static int nativeSetFrameRate(long surface, float rate, int compatibility, int strategy) {
    return Surfaces.ours(surface) ? 0
        : ShadowNativeSurface.nativeSetFrameRate(surface, rate, compatibility, strategy);
  }
}
