package io.reprise.phone.guest.surface.shadow;

import android.graphics.Canvas;
import android.graphics.Rect;
import android.graphics.SurfaceTexture;
import android.view.TextureView;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.guest.surface.Surfaces;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;

/** The native half of TextureView: the window that its canvas draws on. */
@Implements(className = "android.view.TextureView", isInAndroidSdk = false)
public class PhoneTextureView {
  @RealObject private TextureView real;

  @Implementation
  protected void nCreateNativeWindow(SurfaceTexture texture) {
    PhoneSurfaceTexture shadow = Shadow.extract(texture);
    ReflectionHelpers.setField(real, "mNativeWindow", Surfaces.add(shadow.queue()));
  }

  @Implementation
  protected void nDestroyNativeWindow() {
    Surfaces.release(ReflectionHelpers.<Long>getField(real, "mNativeWindow"));
    ReflectionHelpers.setField(real, "mNativeWindow", 0L);
  }

  @Implementation
  protected static boolean nLockCanvas(long window, Canvas canvas, Rect dirty) {
    SurfaceQueue queue = Surfaces.get(window);
    return queue != null && queue.lock(canvas, dirty);
  }

  @Implementation
  protected static void nUnlockCanvasAndPost(long window, Canvas canvas) {
    SurfaceQueue queue = Surfaces.get(window);
    if (queue != null) queue.post(canvas);
  }
}
