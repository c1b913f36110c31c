package io.reprise.bars;

import android.app.Activity;
import android.os.Bundle;
import android.util.Log;

/** Started beside another. */
public class Other extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Log.i("bars", "other " + isInMultiWindowMode());
  }
}
