package reprise.bed;

import android.app.Application;
import android.content.Context;
import android.content.ContextWrapper;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.location.LocationManager;
import android.os.Looper;
import android.os.Process;
import android.os.UserHandle;
import android.view.autofill.AutofillManager;

/** The base context of a program: a package without resources, and the managers. */
final class GroundContext extends ContextWrapper {
  private static final String PACKAGE = "reprise.sample";

  private final ApplicationInfo info = new ApplicationInfo();
  private final Application application;
  private final ClassLoader loader;
  private final GroundSensorManager sensors = new GroundSensorManager();
  private LocationManager location;

  GroundContext(Application application, ClassLoader loader) {
    super(null);
    this.application = application;
    this.loader = loader;
    info.packageName = PACKAGE;
    info.targetSdkVersion = 29;
    info.uid = Process.myUid();
  }

  @Override
  public synchronized Object getSystemService(String name) {
    switch (name) {
      case SENSOR_SERVICE:
        return sensors;
      case LOCATION_SERVICE:
        if (location == null) location = LocationService.newManager(this);
        return location;
      default:
        return null;
    }
  }

  @Override
  public String getSystemServiceName(Class<?> type) {
    if (type == android.hardware.SensorManager.class) return SENSOR_SERVICE;
    return type == LocationManager.class ? LOCATION_SERVICE : null;
  }

  @Override
  public Context getApplicationContext() {
    return application;
  }

  @Override
  public ApplicationInfo getApplicationInfo() {
    return info;
  }

  @Override
  public String getPackageName() {
    return PACKAGE;
  }

  @Override
  public String getOpPackageName() {
    return PACKAGE;
  }

  @Override
  public String getAttributionTag() {
    return null;
  }

  @Override
  public Looper getMainLooper() {
    return Looper.getMainLooper();
  }

  @Override
  public ClassLoader getClassLoader() {
    return loader;
  }

  @Override
  public UserHandle getUser() {
    return UserHandle.SYSTEM;
  }

  @Override
  public void setAutofillClient(AutofillManager.AutofillClient client) {}

  @Override
  public int checkSelfPermission(String permission) {
    return PackageManager.PERMISSION_GRANTED;
  }

  @Override
  public int checkPermission(String permission, int process, int user) {
    return PackageManager.PERMISSION_GRANTED;
  }
}
