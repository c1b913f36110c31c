package io.reprise.phone.guest.system.content;

import android.content.ContentProvider;
import android.content.Intent;
import android.net.Uri;
import android.os.Binder;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.app.UriGrants;

/**
 * Who may read or write at the system's providers. Android asks nobody who
 * calls from the same process; so it is asked here, in Android's words.
 */
public final class Access {
  private static final int READ = Intent.FLAG_GRANT_READ_URI_PERMISSION;
  private static final int WRITE = Intent.FLAG_GRANT_WRITE_URI_PERMISSION;

  private Access() {}

  /** True with the permission, or with a grant for the address. */
  public static boolean has(Uri uri, boolean write, String permission) {
    if (AsSystem.calls() || permission != null && Grants.has(permission)) return true;
    return UriGrants.has(uri, write ? WRITE : READ);
  }

  /** Throws what Android does without either. */
  public static void need(ContentProvider at, Uri uri, boolean write, String permission) {
    if (has(uri, write, permission)) return;
    String how = "android.permission.MANAGE_DOCUMENTS".equals(permission)
        ? " requires that you obtain access using ACTION_OPEN_DOCUMENT or related APIs"
        : " requires " + permission + ", or grantUriPermission()";
    throw new SecurityException("Permission Denial: " + (write ? "writing " : "reading ")
        + at.getClass().getName() + " uri " + uri + " from pid=" + App.pid() + ", uid="
        + Binder.getCallingUid() + how);
  }

  static boolean writes(String mode) {
    return mode.indexOf('w') >= 0 || mode.indexOf('t') >= 0 || mode.indexOf('a') >= 0;
  }
}
