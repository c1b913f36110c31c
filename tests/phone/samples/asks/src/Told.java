package io.reprise.asks;

import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;

/** Hears what was chosen, and what the phone says of its time and language. */
public class Told extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    ComponentName chosen = intent.getParcelableExtra(Intent.EXTRA_CHOSEN_COMPONENT);
    if (chosen != null) Main.say("chosen " + chosen.getShortClassName());
    else Main.say("told " + intent.getAction() + " " + intent.getStringExtra("time-zone"));
  }
}
