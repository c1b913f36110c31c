package io.reprise.phone.guest.shadow;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowUserManager;

/** One user, whose storage is open. */
@Implements(className = "android.os.UserManager")
public class UserManagerShadow extends ShadowUserManager {
  @Implementation
  protected boolean isUserUnlockingOrUnlocked(int user) {
    return true;
  }
}
