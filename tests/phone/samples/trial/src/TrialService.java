package io.reprise.trial;

import android.app.Service;
import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;
import android.util.Log;

/** Says what happens to it. */
public class TrialService extends Service {
  class Local extends Binder {
    int answer() {
      return 42;
    }
  }

  private void say(String text) {
    Log.i("trial", "service " + text);
  }

  @Override
  public void onCreate() {
    say("create");
  }

  @Override
  public int onStartCommand(Intent intent, int flags, int id) {
    say("start " + id);
    return START_NOT_STICKY;
  }

  @Override
  public IBinder onBind(Intent intent) {
    say("bind");
    return new Local();
  }

  @Override
  public boolean onUnbind(Intent intent) {
    say("unbind");
    return false;
  }

  @Override
  public void onDestroy() {
    say("destroy");
  }
}
