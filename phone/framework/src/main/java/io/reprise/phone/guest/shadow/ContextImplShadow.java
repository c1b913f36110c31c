package io.reprise.phone.guest.shadow;

import android.content.pm.PackageManager;
import io.reprise.phone.guest.app.Grants;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/**
 * Takes Robolectric's away: services, broadcasts, receivers and providers go
 * through the real ContextImpl to our activity manager.
 */
@Implements(className = "android.app.ContextImpl")
public class ContextImplShadow {
  @Implementation
  protected int checkPermission(String permission, int pid, int uid) {
    if (permission == null) throw new IllegalArgumentException("permission is null");
    return Grants.has(permission) ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
  }

  @Implementation
  protected int checkCallingPermission(String permission) {
    return checkPermission(permission, 0, 0);
  }

  @Implementation
  protected int checkCallingOrSelfPermission(String permission) {
    return checkPermission(permission, 0, 0);
  }
}
