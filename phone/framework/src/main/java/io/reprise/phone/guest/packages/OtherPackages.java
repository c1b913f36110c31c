package io.reprise.phone.guest.packages;

import android.content.ComponentName;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.content.pm.ServiceInfo;
import org.robolectric.shadows.ShadowPackageManager;
import reprise.Phone.PhoneComponent;
import reprise.Phone.PhoneFilter;
import reprise.Phone.PhonePackage;

/** Packages beside the app's own, as their manifests were told by the supervisor. */
final class OtherPackages {
  private OtherPackages() {}

  static void install(ShadowPackageManager manager, PhonePackage p) {
    String name = p.getManifest().getPackageName();
    PackageInfo info = new PackageInfo();
    info.packageName = name;
    info.versionName = p.getManifest().getVersionName();
    info.setLongVersionCode(p.getManifest().getVersionCode());
    info.firstInstallTime = p.getInstalledNs() / 1_000_000;
    info.lastUpdateTime = p.getUpdatedNs() / 1_000_000;
    info.applicationInfo = application(p);
    manager.installPackage(info);
    for (PhoneComponent c : p.getManifest().getComponentsList()) {
      ComponentName component = new ComponentName(name, c.getName());
      switch (c.getKind()) {
        case KIND_ACTIVITY -> {
          ActivityInfo a = manager.addActivityIfNotPresent(component);
          a.exported = c.getExported();
          a.enabled = c.getEnabled();
          a.nonLocalizedLabel = c.getLabel().isEmpty() ? null : c.getLabel();
          a.launchMode = c.getLaunchMode();
          manager.addOrUpdateActivity(a);
          for (PhoneFilter f : c.getFiltersList()) add(() -> manager.addIntentFilterForActivity(component, filter(f)));
        }
        case KIND_SERVICE -> {
          ServiceInfo s = manager.addServiceIfNotPresent(component);
          s.exported = c.getExported();
          s.permission = c.getPermission().isEmpty() ? null : c.getPermission();
          manager.addOrUpdateService(s);
          for (PhoneFilter f : c.getFiltersList()) add(() -> manager.addIntentFilterForService(component, filter(f)));
        }
        default -> { }
      }
    }
  }

  private interface Adding {
    void run() throws Exception;
  }

  private static void add(Adding adding) {
    try {
      adding.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static ApplicationInfo application(PhonePackage p) {
    ApplicationInfo a = new ApplicationInfo();
    a.packageName = a.processName = p.getManifest().getPackageName();
    a.flags = p.getManifest().getFlags() | ApplicationInfo.FLAG_INSTALLED;
    a.targetSdkVersion = p.getManifest().getTargetSdk();
    a.minSdkVersion = p.getManifest().getMinSdk();
    a.nonLocalizedLabel = p.getManifest().getLabel();
    a.sourceDir = a.publicSourceDir = p.getApkPath();
    a.uid = p.getUid();
    a.enabled = true;
    return a;
  }

  static IntentFilter filter(PhoneFilter f) throws IntentFilter.MalformedMimeTypeException {
    IntentFilter filter = new IntentFilter();
    filter.setPriority(f.getPriority());
    f.getActionsList().forEach(filter::addAction);
    f.getCategoriesList().forEach(filter::addCategory);
    f.getSchemesList().forEach(filter::addDataScheme);
    f.getHostsList().forEach(h -> filter.addDataAuthority(h, null));
    f.getPathsList().forEach(p -> filter.addDataPath(p.getPath(), p.getKind()));
    for (String t : f.getMimeTypesList()) filter.addDataType(t);
    return filter;
  }
}
