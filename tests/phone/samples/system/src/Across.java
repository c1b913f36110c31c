package io.reprise.system;

import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Bundle;

/** What Main wants of another app, io.reprise.other. */
final class Across {
  private static final String OTHER = "io.reprise.other";

  private Across() {}

  static void act(Context c, String what, Intent intent) {
    Intent to = new Intent().putExtra("word", intent.getStringExtra("word"))
        .putExtra("stays", intent.getBooleanExtra("stays", false));
    String name = intent.getStringExtra("name");
    if (name != null) to.setComponent(new ComponentName(OTHER, OTHER + "." + name));
    String needs = intent.getStringExtra("needs");
    if (what.equals("tell")) c.sendBroadcast(to, needs);
    if (what.equals("package")) c.sendBroadcast(to.setAction(OTHER + ".TELL").setPackage(OTHER), needs);
    if (what.equals("all")) c.sendBroadcast(to.setAction(OTHER + ".TELL"));
    if (what.equals("start")) start(c, to);
    if (what.equals("order")) order(c, to.setComponent(null).setAction("io.reprise.ORDER"), intent);
    if (what.equals("stick")) stick(c, to.setComponent(null).setAction("io.reprise.STAYS"), intent);
    if (what.equals("stop")) Main.say("stopped " + c.stopService(to));
  }

  /** An ordered broadcast, with receivers of this app's own of priorities 10 and -10. */
  private static void order(Context c, Intent to, Intent asked) {
    Context app = c.getApplicationContext();
    for (int priority : new int[] {-10, 10}) {
      IntentFilter f = new IntentFilter("io.reprise.ORDER");
      f.setPriority(priority);
      app.registerReceiver(new Hearer("own " + priority, asked.getIntExtra("abort", 0) == priority), f);
    }
    to.putExtra("abort", asked.getBooleanExtra("ends", false)).putExtra("slow", asked.getBooleanExtra("slow", false));
    if (asked.getBooleanExtra("named", false)) to.setPackage(OTHER);
    Bundle way = new Bundle();
    way.putString("way", ">");
    app.sendOrderedBroadcast(to, null, new Hearer("final", false), null, 7, "begin", way);
  }

  @SuppressWarnings("deprecation")
  private static void stick(Context c, Intent to, Intent asked) {
    try {
      if (asked.getBooleanExtra("remove", false)) c.removeStickyBroadcast(to);
      else c.sendStickyBroadcast(to);
    } catch (SecurityException e) {
      Main.say("refused: " + e.getMessage());
    }
    Intent there = c.registerReceiver(null, new IntentFilter("io.reprise.STAYS"));
    Main.say("own " + (there == null ? null : there.getStringExtra("word")));
  }

  private static final class Hearer extends BroadcastReceiver {
    private final String name;
    private final boolean ends;

    Hearer(String name, boolean ends) {
      this.name = name;
      this.ends = ends;
    }

    @Override
    public void onReceive(Context context, Intent intent) {
      Main.say(name + " got " + getResultCode() + " " + getResultData() + " " + getResultExtras(true).getString("way"));
      if (name.equals("final")) return;
      Bundle way = getResultExtras(true);
      way.putString("way", way.getString("way") + "o");
      setResult(getResultCode() + 10, getResultData() + " own", way);
      if (ends) abortBroadcast();
    }
  }

  private static void start(Context c, Intent to) {
    try {
      ComponentName started = c.startService(to);
      Main.say("started " + (started == null ? null : started.getShortClassName()));
    } catch (SecurityException e) {
      Main.say("refused: " + e.getMessage());
    }
  }
}
