package io.reprise.other;

import android.app.Application;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.util.Log;

/** Begins without being seen, and listens. */
public class Begun extends Application {
  static void say(String what) {
    Log.i("other", what);
  }

  @Override
  public void onCreate() {
    super.onCreate();
    say("begins");
    registerReceiver(new Registered("open"), new IntentFilter("io.reprise.other.TELL"), RECEIVER_EXPORTED);
    registerReceiver(new Registered("own"), new IntentFilter("io.reprise.other.TELL"), RECEIVER_NOT_EXPORTED);
    IntentFilter middle = new IntentFilter("io.reprise.ORDER");
    middle.setPriority(5);
    registerReceiver(new Middle(), middle, RECEIVER_EXPORTED);
  }

  private static final class Middle extends First {}

  /** What stays is told as it is registered for. */
  static void listenForWhatStays(android.content.Context c) {
    Intent there = c.getApplicationContext().registerReceiver(new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent intent) {
        say("stays " + intent.getStringExtra("word") + " " + isInitialStickyBroadcast());
      }
    }, new IntentFilter("io.reprise.STAYS"), RECEIVER_EXPORTED);
    say("there " + (there == null ? null : there.getStringExtra("word")));
  }

  private static final class Registered extends BroadcastReceiver {
    private final String name;

    Registered(String name) {
      this.name = name;
    }

    @Override
    public void onReceive(Context context, Intent intent) {
      say(name + " got " + intent.getStringExtra("word"));
    }
  }
}
