package io.reprise.phone.guest.window.shadow;

import android.graphics.FrameInfo;
import android.graphics.HardwareRenderer;
import android.graphics.HardwareRendererObserver;
import android.graphics.TextureLayer;
import android.view.Surface;
import io.reprise.phone.guest.surface.RenderTarget;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.guest.surface.Surfaces;
import io.reprise.phone.guest.window.WindowCopies;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNativeHardwareRenderer;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * The renderer draws on its own surfaces; what it draws for one of ours is copied
 * there. No statistics of frames: they would come from a native thread, at any time.
 */
@Implements(className = "android.graphics.HardwareRenderer", isInAndroidSdk = false)
public class PhoneHardwareRenderer extends ShadowNativeHardwareRenderer {
  @RealObject private HardwareRenderer real;
  private RenderTarget target;

  @Implementation
  protected void addObserver(HardwareRendererObserver observer) {}

  @Implementation
  protected void removeObserver(HardwareRendererObserver observer) {}

  @Implementation
  protected void setSurface(Surface surface, boolean discard) {
    SurfaceQueue queue = Surfaces.of(surface);
    if (target != null) target.close();
    target = queue == null ? null : new RenderTarget(queue);
    if (queue == null) Reflector.reflector(Own.class, real).setSurface(surface, discard);
  }

  @Implementation
  protected int syncAndDrawFrame(FrameInfo info) {
    Own own = Reflector.reflector(Own.class, real);
    if (target != null) target.prepare(s -> own.setSurface(s, true));
    int result = own.syncAndDrawFrame(info);
    if (target != null) target.post();
    return result;
  }

  @Implementation
  protected void destroy() {
    Reflector.reflector(Own.class, real).destroy();
    if (target != null) target.close();
    target = null;
  }

  @Implementation
  protected TextureLayer createTextureLayer() {
    return Shadow.newInstanceOf(TextureLayer.class);
  }

  @Implementation
  protected static void copySurfaceInto(Surface source, HardwareRenderer.CopyRequest request) {
    WindowCopies.copy(source, request);
  }

  @ForType(HardwareRenderer.class)
  interface Own {
    @Direct
    void setSurface(Surface surface, boolean discard);

    @Direct
    int syncAndDrawFrame(FrameInfo info);

    @Direct
    void destroy();
  }
}
