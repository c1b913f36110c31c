package io.reprise.trial;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.util.Log;
import android.widget.TextView;

/** Activities that say what happens to them, one for each launch mode. */
public class Screens {
  public static class Standard extends Activity {
    private int seen;

    void say(String what) {
      Log.i("trial", getClass().getSimpleName() + " " + what);
    }

    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      seen = state == null ? 0 : state.getInt("seen") + 1;
      TextView t = new TextView(this);
      t.setText(getClass().getSimpleName());
      setContentView(t);
      say("create " + seen + " task " + getTaskId());
      if (getIntent().hasExtra("result")) {
        setResult(getIntent().getIntExtra("result", 0), new Intent().putExtra("text", "done"));
        finish();
      }
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
      super.onSaveInstanceState(state);
      state.putInt("seen", seen);
    }

    @Override
    protected void onNewIntent(Intent intent) {
      say("again");
    }

    @Override
    protected void onRestart() {
      super.onRestart();
      say("restart");
    }

    @Override
    protected void onResume() {
      super.onResume();
      say("resume");
    }

    @Override
    protected void onPause() {
      super.onPause();
      say("pause");
    }

    @Override
    protected void onStop() {
      super.onStop();
      say("stop");
    }

    @Override
    protected void onDestroy() {
      super.onDestroy();
      say("destroy");
    }
  }

  public static class Receiving extends Standard {}

  public static class SingleTop extends Standard {}

  public static class SingleTask extends Standard {}

  public static class SingleInstance extends Standard {}

  public static class NoHistory extends Standard {}

  public static class See extends Standard {}

  public static class Elsewhere extends Standard {}
}
