package io.reprise.phone.guest.surface.shadow;

import android.view.SurfaceHolder;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** There is no OpenGL: its thread is not told of a surface, so that it waits for one. */
@Implements(className = "android.opengl.GLSurfaceView", isInAndroidSdk = false)
public class PhoneGLSurfaceView {
  @Implementation
  protected void surfaceCreated(SurfaceHolder holder) {}

  @Implementation
  protected void surfaceChanged(SurfaceHolder holder, int format, int width, int height) {}

  @Implementation
  protected void surfaceDestroyed(SurfaceHolder holder) {}

  @Implementation
  protected void surfaceRedrawNeededAsync(SurfaceHolder holder, Runnable drawn) {
    drawn.run();
  }
}
