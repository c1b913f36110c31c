package io.reprise.phone.guest.activity;

import android.content.IIntentSender;
import android.content.Intent;
import android.os.IBinder;

/** Intents to be fired later by somebody else. */
public final class PendingIntents {
  private PendingIntents() {}

  static int startActivity(IIntentSender sender, Intent fillIn, IBinder resultTo, String who, int requestCode) {
    return 0;
  }
}
