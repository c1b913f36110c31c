package io.reprise.debug;

import android.app.Activity;
import android.os.StrictMode;
import android.util.Log;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** What StrictMode is to see; each under a policy of its own. */
final class Strict {
  private Strict() {}

  static void act(Activity activity, String what) {
    StrictMode.ThreadPolicy.Builder policy = new StrictMode.ThreadPolicy.Builder().detectAll();
    if (what.endsWith("-death")) policy.penaltyDeath();
    else policy.penaltyLog();
    StrictMode.setThreadPolicy(policy.build());
    try {
      run(activity, what.replace("-death", ""));
      Log.i("dbg", what + " done");
    } catch (IOException e) {
      Log.i("dbg", what + " " + e.getClass().getSimpleName());
    } finally {
      StrictMode.setThreadPolicy(StrictMode.ThreadPolicy.LAX);
    }
  }

  private static void run(Activity activity, String what) throws IOException {
    File file = new File(activity.getFilesDir(), "strict");
    switch (what) {
      case "write":
        try (FileOutputStream out = new FileOutputStream(file)) {
          out.write(7);
        }
        break;
      case "read":
        try (FileInputStream in = new FileInputStream(file)) {
          Log.i("dbg", "byte " + in.read());
        }
        break;
      case "network":
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress("127.0.0.1", 9), 1000);
        }
        break;
      case "slow":
        StrictMode.noteSlowCall("by name");
        break;
      default:
        throw new IllegalArgumentException(what);
    }
  }
}
