package io.reprise.phone.guest.shadow;

import android.app.ActivityThread;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityThread;

/** The real ActivityThread, without what the resource table in Java cannot answer. */
@Implements(className = "android.app.ActivityThread", isInAndroidSdk = false)
public class ActivityThreadShadow extends ShadowActivityThread {
  /** CollectConfigurations fails on sparse type ids. */
  @Implementation
  protected void reportSizeConfigurations(ActivityThread.ActivityClientRecord r) {}
}
