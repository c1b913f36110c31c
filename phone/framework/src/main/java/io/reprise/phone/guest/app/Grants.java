package io.reprise.phone.guest.app;

import io.reprise.phone.guest.App;
import io.reprise.phone.guest.packages.Permissions;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The permissions that the app has. Any thread. */
public final class Grants {
  private static final Set<String> GRANTED = Collections.newSetFromMap(new ConcurrentHashMap<>());

  private Grants() {}

  /** A new app: what is normal is granted at install, all of it to apps for before Android 6. */
  public static void begin(App app) {
    GRANTED.clear();
    boolean old = app.info().targetSdkVersion < 23;
    for (String p : app.parsed().requestedPermissions) if (old || !Permissions.runtime(p)) GRANTED.add(p);
    GRANTED.addAll(app.installed().getGrantedList());
  }

  public static boolean has(String permission) {
    return GRANTED.contains(permission);
  }

  public static void grant(String permission) {
    GRANTED.add(permission);
  }

  public static void revoke(String permission) {
    GRANTED.remove(permission);
  }
}
