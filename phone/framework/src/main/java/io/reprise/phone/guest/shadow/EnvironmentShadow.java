package io.reprise.phone.guest.shadow;

import android.os.Environment;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.Grants;
import java.io.File;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowEnvironment;

/** One shared storage: mounted, emulated, in the phone's folder. */
@Implements(className = "android.os.Environment")
public class EnvironmentShadow extends ShadowEnvironment {
  private static File storage() {
    App app = App.current();
    return new File(app == null ? "/nowhere" : app.attach().getStoragePath());
  }

  @Implementation
  protected static File getExternalStorageDirectory() {
    return storage();
  }

  @Implementation
  protected static File getExternalStoragePublicDirectory(String type) {
    File f = type == null ? storage() : new File(storage(), type);
    f.mkdirs();
    return f;
  }

  @Implementation
  protected static String getExternalStorageState() {
    return Environment.MEDIA_MOUNTED;
  }

  @Implementation
  protected static String getExternalStorageState(File f) {
    return Environment.MEDIA_MOUNTED;
  }

  @Implementation
  protected static String getStorageState(File f) {
    return Environment.MEDIA_MOUNTED;
  }

  @Implementation
  protected static boolean isExternalStorageEmulated() {
    return true;
  }

  @Implementation
  protected static boolean isExternalStorageEmulated(File f) {
    return true;
  }

  @Implementation
  protected static boolean isExternalStorageRemovable() {
    return false;
  }

  @Implementation
  protected static boolean isExternalStorageRemovable(File f) {
    return false;
  }

  @Implementation
  protected static boolean isExternalStorageManager() {
    return Grants.has("android.permission.MANAGE_EXTERNAL_STORAGE");
  }

  @Implementation
  protected static boolean isExternalStorageManager(File f) {
    return isExternalStorageManager();
  }
}
