package io.reprise.phone.guest.shadow;

import android.content.Context;
import android.content.pm.PackageManager;
import android.os.Environment;
import io.reprise.phone.guest.app.Grants;
import java.io.File;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;

/**
 * Takes Robolectric's away: services, broadcasts, receivers and providers go
 * through the real ContextImpl to our activity manager. Only who asks for
 * permissions and for folders of the shared storage is answered here.
 */
@Implements(className = "android.app.ContextImpl")
public class ContextImplShadow {
  @RealObject private Context real;

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

  private File[] shared(String kind, String below) {
    File f = new File(Environment.getExternalStorageDirectory(),
        "Android/" + kind + "/" + real.getPackageName() + (below == null ? "" : "/" + below));
    f.mkdirs();
    return new File[] {f};
  }

  @Implementation
  protected File[] getExternalFilesDirs(String type) {
    return shared("data", type == null ? "files" : "files/" + type);
  }

  @Implementation
  protected File getExternalFilesDir(String type) {
    return getExternalFilesDirs(type)[0];
  }

  @Implementation
  protected File[] getExternalCacheDirs() {
    return shared("data", "cache");
  }

  @Implementation
  protected File getExternalCacheDir() {
    return getExternalCacheDirs()[0];
  }

  @Implementation
  protected File[] getExternalMediaDirs() {
    return shared("media", null);
  }

  @Implementation
  protected File[] getObbDirs() {
    return shared("obb", null);
  }

  @Implementation
  protected File getObbDir() {
    return getObbDirs()[0];
  }
}
