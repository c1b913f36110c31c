package io.reprise.asks;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;

/** Takes what is shared. */
public class Taker extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Main.say("taken " + getIntent().getStringExtra(Intent.EXTRA_TEXT));
    finish();
  }
}
