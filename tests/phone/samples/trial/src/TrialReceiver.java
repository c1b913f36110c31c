package io.reprise.trial;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.util.Log;

/** A receiver of the manifest; adds itself to an ordered broadcast. */
public class TrialReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    Log.i("trial", "receiver " + intent.getStringExtra("text"));
    if (isOrderedBroadcast()) setResultData(getResultData() + " manifest");
  }
}
