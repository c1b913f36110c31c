package io.reprise.phone.guest.shadow;

import android.app.IActivityTaskManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The activity task manager is ours. */
@Implements(className = "android.app.ActivityTaskManager", isInAndroidSdk = false)
public class ActivityTaskManagerShadow {
  @Implementation
  protected static IActivityTaskManager getService() {
    return io.reprise.phone.guest.activity.Tasks.get().manager();
  }
}
