package io.reprise.phone.guest.shadow;

import android.os.IBinder;
import io.reprise.phone.guest.service.SystemServices;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowServiceManager;

/** Finds the services of ours; the rest are Robolectric's, which say nothing. */
@Implements(className = "android.os.ServiceManager", isInAndroidSdk = false)
public class ServiceManagerShadow extends ShadowServiceManager {
  @Implementation
  protected static IBinder getService(String name) {
    IBinder ours = SystemServices.find(name);
    return ours != null ? ours : ShadowServiceManager.getService(name);
  }

  @Implementation
  protected static IBinder checkService(String name) {
    IBinder ours = SystemServices.find(name);
    return ours != null ? ours : ShadowServiceManager.checkService(name);
  }
}
