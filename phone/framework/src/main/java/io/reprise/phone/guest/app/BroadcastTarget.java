package io.reprise.phone.guest.app;

import android.content.IIntentReceiver;
import android.content.pm.ActivityInfo;

/** A receiver of a broadcast: registered, of the manifest, or those of one priority of another package. */
record BroadcastTarget(int priority, IIntentReceiver receiver, ActivityInfo info, String other) {
  static BroadcastTarget of(int priority, IIntentReceiver receiver) {
    return new BroadcastTarget(priority, receiver, null, null);
  }

  static BroadcastTarget of(int priority, ActivityInfo info) {
    return new BroadcastTarget(priority, null, info, null);
  }

  static BroadcastTarget of(int priority, String other) {
    return new BroadcastTarget(priority, null, null, other);
  }
}
