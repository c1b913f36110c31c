package io.reprise.other;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** Says what it is started with, and stops. */
public class Work extends Service {
  @Override
  public int onStartCommand(Intent intent, int flags, int id) {
    Begun.say(getClass().getSimpleName() + " " + id + " does " + intent.getStringExtra("word"));
    if ("listen".equals(intent.getStringExtra("word"))) Begun.listenForWhatStays(this);
    if (!intent.getBooleanExtra("stays", false)) stopSelf(id);
    return START_NOT_STICKY;
  }

  @Override
  public void onDestroy() {
    Begun.say(getClass().getSimpleName() + " ends");
  }

  @Override
  public IBinder onBind(Intent intent) {
    return null;
  }
}
