package io.reprise.other;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.Handler;

/** Changes what an ordered broadcast brings; with "slow" a second later, with "abort" it ends there. */
public class First extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    String name = getClass().getSimpleName();
    if (!isOrderedBroadcast()) {
      Begun.say(name + " got one without order");
      return;
    }
    Begun.say(name + " got " + getResultCode() + " " + getResultData() + " "
        + getResultExtras(true).getString("way", ""));
    if (!intent.getBooleanExtra("slow", false)) {
      change(name, intent);
      return;
    }
    PendingResult later = goAsync();
    new Handler(context.getMainLooper()).postDelayed(() -> {
      later.setResultData(later.getResultData() + " " + name + " late");
      later.finish();
    }, 1000);
  }

  private void change(String name, Intent intent) {
    setResultCode(getResultCode() + 1);
    setResultData(getResultData() + " " + name);
    getResultExtras(true).putString("way", getResultExtras(true).getString("way", "") + name.charAt(0));
    if (intent.getBooleanExtra("abort", false)) abortBroadcast();
  }
}
