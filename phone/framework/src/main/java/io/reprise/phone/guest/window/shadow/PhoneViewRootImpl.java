package io.reprise.phone.guest.window.shadow;

import android.graphics.Rect;
import android.view.Surface;
import android.view.ViewRootImpl;
import android.view.WindowManager;
import io.reprise.phone.guest.window.WindowSurface;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * Gives every window a surface of one pixel, so that Android's own draw pass runs
 * in every frame: it records the views and runs their render animations; pixels
 * are made by the compositor when somebody wants them.
 */
@Implements(className = "android.view.ViewRootImpl", isInAndroidSdk = false)
public class PhoneViewRootImpl extends ShadowViewRootImpl {
  @RealObject ViewRootImpl real;
  private WindowSurface surface;

  @Override
  @Implementation
  protected void updateBlastSurfaceIfNeeded() {
    Surface own = Reflector.reflector(Fields.class, real).getSurface();
    if (own.isValid()) return;
    if (surface == null) surface = new WindowSurface();
    surface.give(own);
  }

  @Implementation
  protected void destroySurface() {
    Reflector.reflector(Fields.class, real).destroySurface();
    if (surface != null) surface.close();
    surface = null;
  }

  /** Windows that want no acceleration get it all the same: nothing else draws them. */
  @Implementation
  protected void enableHardwareAcceleration(WindowManager.LayoutParams attrs) {
    attrs.flags |= WindowManager.LayoutParams.FLAG_HARDWARE_ACCELERATED;
    Reflector.reflector(Fields.class, real).enableHardwareAcceleration(attrs);
  }

  @Implementation
  protected boolean draw(boolean full, boolean force) {
    Fields fields = Reflector.reflector(Fields.class, real);
    boolean changed = full || !fields.getDirty().isEmpty() || fields.getAnimating();
    boolean async = fields.draw(full, force);
    if (changed) WindowSurface.drawn(real);
    return async;
  }

  @ForType(ViewRootImpl.class)
  interface Fields {
    @Accessor("mSurface")
    Surface getSurface();

    @Accessor("mDirty")
    Rect getDirty();

    @Accessor("mIsAnimating")
    boolean getAnimating();

    @Direct
    boolean draw(boolean full, boolean force);

    @Direct
    void destroySurface();

    @Direct
    void enableHardwareAcceleration(WindowManager.LayoutParams attrs);
  }
}
