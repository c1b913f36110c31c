package io.reprise.phone.guest.app;

import io.reprise.phone.guest.App;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.packages.Permissions;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import reprise.Phone.PhonePackage;
import reprise.Phone.PhoneReply;
import reprise.PhoneAcross.PhoneCaller;

/** The permissions that the app has. Any thread. */
public final class Grants {
  private static final Set<String> GRANTED = Collections.newSetFromMap(new ConcurrentHashMap<>());
  /** How often the user refused it; after the second time nobody asks again. */
  private static final Map<String, Integer> REFUSED = new ConcurrentHashMap<>();

  private Grants() {}

  /** A new app: what is normal is granted at install, all of it to apps for before Android 6. */
  public static void begin(App app) {
    GRANTED.clear();
    REFUSED.clear();
    boolean old = app.info().targetSdkVersion < 23;
    for (String p : app.parsed().requestedPermissions) {
      if ((old || atInstall(p, app)) && signed(p, app)) GRANTED.add(p);
    }
    GRANTED.addAll(app.installed().getGrantedList());
  }

  private static boolean atInstall(String p, App app) {
    // Android 14 no longer gives it to apps for 13 and later; to those before it always did.
    if (p.equals("android.permission.SCHEDULE_EXACT_ALARM")) return app.info().targetSdkVersion < 33;
    return !Permissions.runtime(p) && !Permissions.special(p);
  }

  /** One that another app keeps for those with its signature goes to them only. */
  private static boolean signed(String permission, App app) {
    PhonePackage own = app.installed();
    for (PhonePackage p : app.attach().getPackagesList()) {
      if (p.getManifest().getSignaturePermissionsList().contains(permission)) {
        return p.getManifest().getCertificatesList().equals(own.getManifest().getCertificatesList());
      }
    }
    return true;
  }

  public static boolean has(String permission) {
    return GRANTED.contains(permission);
  }

  /** What another app has; null = nothing is needed. */
  public static boolean has(PhoneCaller app, String permission) {
    return permission == null || permission.isEmpty() || app.getPermissionsList().contains(permission);
  }

  /** What the app has. */
  public static List<String> all() {
    return GRANTED.stream().sorted().toList();
  }

  /** True if the app may ask the user for it. */
  public static boolean canAsk(String permission) {
    return Permissions.runtime(permission) && App.current().parsed().requestedPermissions.contains(permission)
        && REFUSED.getOrDefault(permission, 0) < 2;
  }

  /** True if the app should say why it wants it. */
  public static boolean rationale(String permission) {
    return REFUSED.getOrDefault(permission, 0) == 1;
  }

  /** The user answered. */
  public static void decided(Collection<String> permissions, boolean granted) {
    PhoneReply.Changed.Builder changed = PhoneReply.Changed.newBuilder();
    for (String p : permissions) {
      if (granted) {
        GRANTED.add(p);
        changed.addGranted(p);
      } else {
        REFUSED.merge(p, 1, Integer::sum);
        changed.addDenied(p);
      }
    }
    News.send(PhoneReply.newBuilder().setChanged(changed));
  }

  /** The user moved a switch in the settings. What is taken back ends the process, as on a phone. */
  public static void switched(String permission, boolean on) {
    PhoneReply.Changed.Builder changed = PhoneReply.Changed.newBuilder();
    if (on) {
      GRANTED.add(permission);
      changed.addGranted(permission);
    } else {
      GRANTED.remove(permission);
      changed.addRevoked(permission);
      Tasks.get().save();
    }
    REFUSED.remove(permission);
    News.send(PhoneReply.newBuilder().setChanged(changed));
  }

  public static void grant(String permission) {
    GRANTED.add(permission);
  }

  public static void revoke(String permission) {
    GRANTED.remove(permission);
  }
}
