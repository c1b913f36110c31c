package io.reprise.system;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.util.Log;

/** Does what the extra "do" says, with the service that the extra "with" names. */
public class Main extends Activity {
  static void say(String what) {
    Log.i("sys", what);
  }

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    act(getIntent());
  }

  @Override
  protected void onNewIntent(Intent intent) {
    act(intent);
  }

  private void act(Intent intent) {
    String with = String.valueOf(intent.getStringExtra("with"));
    String what = String.valueOf(intent.getStringExtra("do"));
    if (with.equals("alarm")) Alarms.act(this, what, intent);
    if (with.equals("job")) Job.act(this, what, intent);
    if (with.equals("around")) Around.act(this, what);
    if (with.equals("across")) Across.act(this, what, intent);
    if (with.equals("rest")) Rest.act(this);
    if (with.equals("note")) Notes.act(this, what, intent);
    say("did " + what);
  }
}
