package io.reprise.phone.guest.shadow;

import android.content.Context;
import io.reprise.phone.guest.app.Grants;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Special access (overlays, changing settings) is what the user switched on in the settings. */
@Implements(className = "android.provider.Settings")
public class SettingsShadow {
  @Implementation
  protected static boolean canDrawOverlays(Context context) {
    return Grants.has("android.permission.SYSTEM_ALERT_WINDOW");
  }

  @Implementation
  protected static boolean isCallingPackageAllowedToPerformAppOpsProtectedOperation(Context context, int uid,
      String name, String tag, boolean throwing, int op, String[] permissions, boolean note) {
    for (String p : permissions) if (Grants.has(p)) return true;
    if (!throwing) return false;
    throw new SecurityException(name + " was not granted  this permission: " + String.join(", ", permissions) + ".");
  }
}
