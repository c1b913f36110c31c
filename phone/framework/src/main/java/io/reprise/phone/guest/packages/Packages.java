package io.reprise.phone.guest.packages;

import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageParser;
import io.reprise.phone.guest.App;
import io.reprise.phone.host.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowPackageParser;

/** The packages that the app can see: its own, those installed, and the phone's. */
public final class Packages {
  /** The package of the phone's own screens. */
  public static final String OURS = "io.reprise.phone";

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
    info.packageName = info.processName = OURS;
    info.targetSdkVersion = 34;
    info.uid = 1000;
    info.flags |= ApplicationInfo.FLAG_SYSTEM | ApplicationInfo.FLAG_INSTALLED;
    return p;
  }

  /** Puts the packages where the package manager finds them. */
  public static void install(Context system, App app) {
    ShadowPackageManager manager = Shadow.extract(system.getPackageManager());
    manager.addPackageInternal(app.parsed());
  }

  /** A screen of the phone's own by its component; null = not ours. */
  public static android.content.pm.ActivityInfo screen(android.content.ComponentName component) {
    return null;
  }

  /** A screen of the phone's own that alone may answer an intent; null = not one of those. */
  public static android.content.pm.ActivityInfo screen(android.content.Intent intent) {
    return null;
  }

  /** A screen that stands in for an app that is not there; null = nothing answers. */
  public static android.content.pm.ActivityInfo standIn(android.content.Intent intent) {
    return null;
  }
}
