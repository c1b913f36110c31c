package io.reprise.phone.guest.surface.shadow;

import android.graphics.SurfaceTexture;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.time.PhoneTime;
import java.lang.ref.WeakReference;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The native half of SurfaceTexture: a queue of pictures. There is no OpenGL that could take them. */
@Implements(className = "android.graphics.SurfaceTexture", isInAndroidSdk = false)
public class PhoneSurfaceTexture {
  /** The picture upside down, as OpenGL has it. */
  private static final float[] UPRIGHT = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1};

  private final SurfaceQueue queue = new SurfaceQueue();
  private volatile long posted;
  private long taken;

  public SurfaceQueue queue() {
    return queue;
  }

  @Implementation
  protected void nativeInit(boolean detached, int name, boolean single, WeakReference<SurfaceTexture> self) {
    queue.listen(() -> {
      posted = PhoneTime.uptimeNanos();
      ReflectionHelpers.callStaticMethod(SurfaceTexture.class, "postEventFromNative",
          ClassParameter.from(WeakReference.class, self));
    }, false);
  }

  @Implementation
  protected void nativeFinalize() {
    queue.abandon();
  }

  @Implementation
  protected void nativeSetDefaultBufferSize(int width, int height) {
    queue.size(width, height);
  }

  @Implementation
  protected void nativeUpdateTexImage() {
    taken = posted;
  }

  @Implementation
  protected void nativeReleaseTexImage() {}

  @Implementation
  protected int nativeDetachFromGLContext() {
    return 0;
  }

  @Implementation
  protected int nativeAttachToGLContext(int name) {
    return 0;
  }

  @Implementation
  protected void nativeGetTransformMatrix(float[] to) {
    System.arraycopy(UPRIGHT, 0, to, 0, UPRIGHT.length);
  }

  @Implementation
  protected long nativeGetTimestamp() {
    return taken;
  }

  @Implementation
  protected int nativeGetDataSpace() {
    return 0;
  }

  @Implementation
  protected void nativeRelease() {
    queue.abandon();
  }

  @Implementation
  protected boolean nativeIsReleased() {
    return queue.abandoned();
  }
}
