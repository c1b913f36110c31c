package io.reprise.phone.guest.app;

import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import io.reprise.phone.guest.App;
import java.util.Set;

/** The rules of Android 14 for broadcasts. */
final class SystemBroadcasts {
  /** Receivers of the manifest get these without being named (background limits of Android 8). */
  private static final Set<String> EXEMPT = Set.of(Intent.ACTION_BOOT_COMPLETED,
      Intent.ACTION_LOCKED_BOOT_COMPLETED, Intent.ACTION_LOCALE_CHANGED, Intent.ACTION_TIMEZONE_CHANGED,
      Intent.ACTION_TIME_CHANGED, Intent.ACTION_MY_PACKAGE_REPLACED, Intent.ACTION_HEADSET_PLUG,
      Intent.ACTION_NEW_OUTGOING_CALL, Intent.ACTION_MEDIA_MOUNTED, Intent.ACTION_MEDIA_UNMOUNTED,
      Intent.ACTION_MEDIA_EJECT, Intent.ACTION_PACKAGE_FULLY_REMOVED, Intent.ACTION_MEDIA_BUTTON,
      "android.appwidget.action.APPWIDGET_UPDATE", "android.provider.Telephony.SMS_RECEIVED");

  private SystemBroadcasts() {}

  static boolean exempt(String action) {
    return action != null && EXEMPT.contains(action);
  }

  /** Apps for Android 14 must say whether other apps may send to a receiver. */
  static void checkExported(IntentFilter filter, int flags, boolean receives) {
    if (!receives || App.current().info().targetSdkVersion < 34) return;
    if ((flags & (Context.RECEIVER_EXPORTED | Context.RECEIVER_NOT_EXPORTED)) != 0) return;
    for (int i = 0; i < filter.countActions(); i++) {
      if (!filter.getAction(i).startsWith("android.") && !filter.getAction(i).startsWith("com.android.")) {
        throw new SecurityException(App.name() + ": One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be"
            + " specified when a receiver isn't being registered exclusively for system broadcasts");
      }
    }
  }
}
