package io.reprise.phone.guest.shadow;

import android.app.IActivityManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityManager;

/** The activity manager is ours. */
@Implements(className = "android.app.ActivityManager")
public class ActivityManagerShadow extends ShadowActivityManager {
  @Implementation
  protected static IActivityManager getService() {
    return io.reprise.phone.guest.app.AppBinder.get();
  }
}
