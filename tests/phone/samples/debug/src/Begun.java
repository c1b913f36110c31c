package io.reprise.debug;

import android.app.Application;
import android.os.Debug;
import android.util.Log;

/** Says when the app begins, and whether a debugger is there. */
public class Begun extends Application {
  static int answer = 42;

  @Override
  public void onCreate() {
    super.onCreate();
    Log.i("dbg", "began, debugger " + Debug.isDebuggerConnected());
  }
}
