package io.reprise.trial;

import android.app.Application;
import android.os.Handler;
import android.util.Log;

/** Says in which order things begin. */
public class TrialApplication extends Application {
  static int lives;

  @Override
  public void onCreate() {
    super.onCreate();
    new Handler(); // fails off the main thread
    Log.i("trial", "application on " + Thread.currentThread().getName() + " life " + ++lives);
  }
}
