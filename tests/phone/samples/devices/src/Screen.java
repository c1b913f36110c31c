package io.reprise.devices;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.util.Log;

/** Does what the extra "do" of an intent says, and logs. */
abstract class Screen extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    act(getIntent());
  }

  @Override
  protected void onNewIntent(Intent intent) {
    super.onNewIntent(intent);
    act(intent);
  }

  private void act(Intent intent) {
    String what = intent.getStringExtra("do");
    if (what == null) return;
    try {
      act(what, intent);
    } catch (Exception e) {
      say("thrown " + e);
    }
  }

  abstract void act(String what, Intent intent) throws Exception;

  static void say(String line) {
    Log.i("devices", line);
  }
}
