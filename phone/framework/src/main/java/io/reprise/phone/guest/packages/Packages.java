package io.reprise.phone.guest.packages;

import android.content.ComponentName;
import android.content.Context;
import android.content.IntentFilter;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageParser;
import android.speech.RecognitionService;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.shadow.PackageManagerShadow;
import io.reprise.phone.guest.system.SystemApps;
import io.reprise.phone.host.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowPackageParser;
import reprise.Phone.PhonePackage;

/** The packages that the app can see: its own, those installed, and the phone's. */
public final class Packages {
  /** The package of the phone's own screens. */
  public static final String OURS = "io.reprise.phone";
  private static final long MS = 1_000_000;

  private Packages() {}

  /** Reads an APK's manifest with Android's own parser. */
  public static PackageParser.Package parse(Path apk) {
    if (!Files.isReadable(apk)) throw new Refusal("there is no APK at " + apk);
    try {
      return ShadowPackageParser.callParsePackage(apk);
    } catch (RuntimeException | Error e) {
      Throwable cause = e;
      while (cause.getCause() != null) cause = cause.getCause();
      throw new Refusal("no APK that Android can read: " + apk.getFileName() + ": " + cause.getMessage());
    }
  }

  /** The phone's own, for a process without an app. */
  public static PackageParser.Package ours() {
    PackageParser.Package p = new PackageParser.Package(OURS);
    ApplicationInfo info = p.applicationInfo;
    fill(info);
    return p;
  }

  /** What the system says of the phone's own package. */
  public static void fill(ApplicationInfo info) {
    info.packageName = info.processName = OURS;
    info.targetSdkVersion = 34;
    info.uid = 1000;
    info.enabled = true;
    info.nonLocalizedLabel = "Phone";
    info.flags |= ApplicationInfo.FLAG_SYSTEM | ApplicationInfo.FLAG_INSTALLED;
  }

  /** Puts the packages where the package manager finds them. */
  public static void install(Context system, App app) {
    ShadowPackageManager manager = Shadow.extract(system.getPackageManager());
    manager.addPackageInternal(app.parsed());
    PackageInfo own = manager.getInternalMutablePackageInfo(app.info().packageName);
    if (own != null) {
      own.firstInstallTime = app.installed().getInstalledNs() / MS;
      own.lastUpdateTime = Math.max(app.installed().getUpdatedNs(), app.installed().getInstalledNs()) / MS;
    }
    if (!app.info().packageName.equals(OURS)) {
      PackageInfo ours = new PackageInfo();
      ours.packageName = OURS;
      ours.applicationInfo = new ApplicationInfo();
      fill(ours.applicationInfo);
      // There is no such file; but apps that list all packages read the name.
      ours.applicationInfo.sourceDir = ours.applicationInfo.publicSourceDir = "/system/priv-app/Phone/Phone.apk";
      manager.installPackage(ours);
    }
    SystemApps.install(manager);
    listener(manager);
    for (PhonePackage p : app.attach().getPackagesList()) {
      if (!p.getManifest().getPackageName().equals(app.info().packageName)) OtherPackages.install(manager, p);
    }
    Features.install(manager);
  }

  /** The speech recogniser, for who asks whether there is one: it is bound by nobody (see Voice). */
  private static void listener(ShadowPackageManager manager) {
    ComponentName name = new ComponentName(OURS, OURS + ".Voice");
    manager.addServiceIfNotPresent(name);
    manager.addIntentFilterForService(name, new IntentFilter(RecognitionService.SERVICE_INTERFACE));
  }

  /** A package is new, changed (then `gone` is null) or gone. On main. */
  public static void update(PhonePackage changed, String gone) {
    PackageManager packages = RuntimeEnvironment.getApplication().getPackageManager();
    ShadowPackageManager manager = Shadow.extract(packages);
    String name = gone != null ? gone : changed.getManifest().getPackageName();
    if (name.equals(App.name())) return;
    manager.removePackage(name);
    if (gone == null) OtherPackages.install(manager, changed);
    PackageManagerShadow.forget();
  }
}
