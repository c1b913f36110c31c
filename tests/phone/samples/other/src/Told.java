package io.reprise.other;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Says what it is told. */
public class Told extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    Begun.say(getClass().getSimpleName() + " got " + intent.getStringExtra("word"));
  }
}
