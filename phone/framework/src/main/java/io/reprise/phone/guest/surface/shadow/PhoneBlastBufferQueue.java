package io.reprise.phone.guest.surface.shadow;

import android.view.SurfaceControl;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.guest.surface.Surfaces;
import io.reprise.phone.guest.window.Screen;
import java.util.function.Consumer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The native half of the queue of a SurfaceView: what is posted on it makes a new picture of the screen. */
@Implements(className = "android.graphics.BLASTBufferQueue", isInAndroidSdk = false)
public class PhoneBlastBufferQueue {
  @Implementation
  protected static long nativeCreate(String name, boolean updateDestinationFrame) {
    SurfaceQueue queue = new SurfaceQueue();
    queue.listen(Screen.get()::stale, true);
    return Surfaces.add(queue);
  }

  @Implementation
  protected static void nativeDestroy(long pointer) {
    SurfaceQueue queue = Surfaces.get(pointer);
    if (queue != null) queue.abandon();
    Surfaces.release(pointer);
  }

  @Implementation
  protected static void nativeUpdate(long pointer, long control, long width, long height, int format) {
    SurfaceQueue queue = Surfaces.get(pointer);
    if (queue != null) queue.set((int) width, (int) height, format);
  }

  /** Nobody waits for a certain frame: it is there as soon as it is posted. */
  @Implementation
  protected static boolean nativeSyncNextTransaction(long pointer, Consumer<SurfaceControl.Transaction> callback,
      boolean once) {
    callback.accept(new SurfaceControl.Transaction());
    return true;
  }

  @Implementation
  protected static long nativeGetLastAcquiredFrameNum(long pointer) {
    SurfaceQueue queue = Surfaces.get(pointer);
    return queue == null ? 0 : queue.frames();
  }

  @Implementation
  protected static boolean nativeIsSameSurfaceControl(long pointer, long control) {
    return true;
  }
}
