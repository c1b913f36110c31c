package io.reprise.phone.guest.shadow;

import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.app.Grants;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/**
 * Keeps what is asked for often: Robolectric copies the whole PackageInfo
 * through a Parcel for every getApplicationInfo, hence for every label.
 */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class PackageManagerShadow extends ShadowApplicationPackageManager {
  private static final Map<String, ApplicationInfo> KNOWN = new ConcurrentHashMap<>();

  /** Packages changed. */
  public static void forget() {
    KNOWN.clear();
  }

  @Override
  @Implementation
  protected ApplicationInfo getApplicationInfo(String name, int flags) throws PackageManager.NameNotFoundException {
    String key = name + "/" + flags;
    ApplicationInfo info = KNOWN.get(key);
    if (info == null) KNOWN.put(key, info = super.getApplicationInfo(name, flags));
    return new ApplicationInfo(info);
  }

  /** As the system resolves it: what has no type has that of its content. */
  private static Intent typed(Intent intent) {
    if (intent.getComponent() != null || intent.getType() != null || !"content".equals(intent.getScheme())) return intent;
    String type = null;
    try {
      type = AsSystem.get(() -> intent.resolveType(RuntimeEnvironment.getApplication()));
    } catch (Exception e) {
      // Then it has none.
    }
    return type == null ? intent : new Intent(intent).setDataAndType(intent.getData(), type);
  }

  @Override
  @Implementation
  protected List<ResolveInfo> queryIntentActivities(Intent intent, int flags) {
    return super.queryIntentActivities(typed(intent), flags);
  }

  @Override
  @Implementation
  protected ResolveInfo resolveActivity(Intent intent, int flags) {
    return super.resolveActivity(typed(intent), flags);
  }

  @Override
  @Implementation
  protected int checkPermission(String permission, String name) {
    if (!App.name().equals(name)) return PackageManager.PERMISSION_DENIED;
    return Grants.has(permission) ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
  }

  @Implementation
  protected boolean shouldShowRequestPermissionRationale(String permission) {
    return Grants.rationale(permission);
  }

  @Override
  @Implementation
  protected boolean canRequestPackageInstalls() {
    return Grants.has("android.permission.REQUEST_INSTALL_PACKAGES");
  }

  @Implementation
  protected String getPermissionControllerPackageName() {
    return "com.android.permissioncontroller";
  }
}
