package io.reprise.phone.guest.packages;

import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.pm.ComponentInfo;
import android.content.pm.PackageParser;
import android.content.pm.PermissionInfo;
import android.content.pm.Signature;
import android.os.PatternMatcher;
import com.google.protobuf.ByteString;
import io.reprise.phone.host.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.zip.ZipFile;
import reprise.Phone.PhoneComponent;
import reprise.Phone.PhoneFilter;
import reprise.Phone.PhoneManifest;

/** Tells the supervisor what a manifest says. */
public final class Describer {
  private Describer() {}

  /** Reads an APK; also in a spare. */
  public static PhoneManifest.Builder describe(String apk) {
    Path path = Path.of(apk);
    PackageParser.Package p = Packages.parse(path);
    certify(p);
    PhoneManifest.Builder m = of(p);
    try (ZipFile zip = new ZipFile(apk)) {
      m.setNativeCode(zip.stream().anyMatch(e -> e.getName().startsWith("lib/") && e.getName().endsWith(".so")));
    } catch (IOException e) {
      throw new Refusal("no APK that can be read: " + path.getFileName() + ": " + e.getMessage());
    }
    Labels.describe(p, path, m);
    return m;
  }

  /** What is in the parsed manifest itself. */
  public static PhoneManifest.Builder of(PackageParser.Package p) {
    ApplicationInfo info = p.applicationInfo;
    PhoneManifest.Builder m = PhoneManifest.newBuilder().setPackageName(p.packageName)
        .setVersionCode(p.getLongVersionCode()).setVersionName(text(p.mVersionName))
        .setLabel(info.nonLocalizedLabel == null ? "" : info.nonLocalizedLabel.toString())
        .setMinSdk(info.minSdkVersion).setTargetSdk(info.targetSdkVersion).setFlags(info.flags);
    for (String name : p.requestedPermissions) {
      m.addRequestedPermissions(name);
      if (Permissions.runtime(name)) m.addRuntimePermissions(name);
    }
    for (PackageParser.Activity a : p.activities) {
      m.addComponents(component(PhoneComponent.Kind.KIND_ACTIVITY, a.info, a.intents)
          .setPermission(text(a.info.permission)).setLaunchMode(a.info.launchMode)
          .setTarget(text(a.info.targetActivity)));
    }
    for (PackageParser.Service s : p.services) {
      m.addComponents(component(PhoneComponent.Kind.KIND_SERVICE, s.info, s.intents)
          .setPermission(text(s.info.permission)));
    }
    for (PackageParser.Activity r : p.receivers) {
      m.addComponents(component(PhoneComponent.Kind.KIND_RECEIVER, r.info, r.intents)
          .setPermission(text(r.info.permission)));
    }
    for (PackageParser.Provider v : p.providers) {
      PhoneComponent.Builder c = component(PhoneComponent.Kind.KIND_PROVIDER, v.info, v.intents);
      if (v.info.authority != null) c.addAllAuthorities(List.of(v.info.authority.split(";")));
      m.addComponents(c.setPermission(text(v.info.readPermission))
          .setWritePermission(text(v.info.writePermission)).setGrantsUris(v.info.grantUriPermissions));
    }
    for (PackageParser.Permission made : p.permissions) {
      if (made.info.getProtection() == PermissionInfo.PROTECTION_SIGNATURE) m.addSignaturePermissions(made.info.name);
    }
    if (p.mSigningDetails != null && p.mSigningDetails.signatures != null) {
      for (Signature s : p.mSigningDetails.signatures) m.addCertificates(ByteString.copyFrom(sha256(s.toByteArray())));
    }
    if (p.usesLibraries != null) m.addAllLibraries(p.usesLibraries);
    return m;
  }

  /** Who signed it; nobody knows of one that is not signed. */
  private static void certify(PackageParser.Package p) {
    try {
      PackageParser.collectCertificates(p, true);
    } catch (PackageParser.PackageParserException e) {
      // Then it has no certificates.
    }
  }

  private static PhoneComponent.Builder component(PhoneComponent.Kind kind, ComponentInfo info,
      List<? extends IntentFilter> filters) {
    PhoneComponent.Builder c = PhoneComponent.newBuilder().setKind(kind).setName(info.name)
        .setLabel(info.nonLocalizedLabel == null ? "" : info.nonLocalizedLabel.toString())
        .setExported(info.exported).setEnabled(info.enabled).setProcess(text(info.processName));
    for (IntentFilter f : filters) c.addFilters(filter(f));
    return c;
  }

  private static PhoneFilter.Builder filter(IntentFilter f) {
    PhoneFilter.Builder b = PhoneFilter.newBuilder().setPriority(f.getPriority());
    for (int i = 0; i < f.countActions(); i++) b.addActions(f.getAction(i));
    for (int i = 0; i < f.countCategories(); i++) b.addCategories(f.getCategory(i));
    for (int i = 0; i < f.countDataSchemes(); i++) b.addSchemes(f.getDataScheme(i));
    for (int i = 0; i < f.countDataAuthorities(); i++) b.addHosts(f.getDataAuthority(i).getHost());
    for (int i = 0; i < f.countDataPaths(); i++) {
      PatternMatcher m = f.getDataPath(i);
      b.addPaths(PhoneFilter.Path.newBuilder().setPath(m.getPath()).setKind(m.getType()));
    }
    for (int i = 0; i < f.countDataTypes(); i++) {
      String type = f.getDataType(i);
      b.addMimeTypes(type.contains("/") ? type : type + "/*");
    }
    return b;
  }

  private static String text(String s) {
    return s == null ? "" : s;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
