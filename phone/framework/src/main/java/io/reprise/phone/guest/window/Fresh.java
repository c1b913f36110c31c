package io.reprise.phone.guest.window;

import android.animation.AnimationHandler;
import android.transition.TransitionManager;
import android.view.View;
import android.view.animation.AnimationUtils;
import android.widget.TextView;
import android.window.SurfaceSyncGroup;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.robolectric.util.ReflectionHelpers;

/**
 * What Android's view code remembers in static fields and for the main thread, put
 * back to what a new process has: a second app must not see that there was a
 * first. The clock may have been set back, and some of it are times. Main only.
 */
final class Fresh {
  private Fresh() {}

  static void make() {
    AnimationHandler.sAnimatorHandler.remove();
    forget(AnimationUtils.class, "sAnimationState");
    forget(TransitionManager.class, "sRunningTransitions");
    ReflectionHelpers.<List<?>>getStaticField(TransitionManager.class, "sPendingTransitions").clear();
    ReflectionHelpers.setStaticField(TextView.class, "sLastCutCopyOrTextChangedTime", 0L);
    ReflectionHelpers.<AtomicInteger>getStaticField(View.class, "sNextGeneratedId").set(1);
    ReflectionHelpers.setStaticField(View.class, "sNextAccessibilityViewId", 0);
    // It names groups by this number in the app's log.
    ReflectionHelpers.<AtomicInteger>getStaticField(SurfaceSyncGroup.class, "sCounter").set(0);
  }

  private static void forget(Class<?> type, String threadLocal) {
    ReflectionHelpers.<ThreadLocal<?>>getStaticField(type, threadLocal).remove();
  }
}
