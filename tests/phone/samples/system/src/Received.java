package io.reprise.system;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.SystemClock;

/** Says what it received; after a boot it sets the alarm anew, as apps do. */
public class Received extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    String action = String.valueOf(intent.getAction());
    String name = action.substring(action.lastIndexOf('.') + 1);
    Main.say("received " + name + (intent.hasExtra("set")
        ? " at " + (SystemClock.elapsedRealtime() - intent.getLongExtra("set", 0)) / 1000 + " s" : ""));
    if (action.equals(Intent.ACTION_BOOT_COMPLETED) && Alarms.wanted(context)) Alarms.exact(context, "again", 30_000);
  }
}
