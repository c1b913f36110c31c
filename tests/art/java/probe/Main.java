package reprise.probe;

import android.os.Handler;
import android.os.Looper;
import java.io.IOException;
import java.security.SecureRandom;

/**
 * Says whether random numbers are random, and if told to wait, when they no longer are; then it ends
 * with its input.
 */
public final class Main {
  private static final int TRIES = 3000;
  private static final int PAUSE_MS = 10;

  private static int tries;

  private Main() {}

  public static void main(String[] arguments) {
    System.out.println("before: " + look());
    if (arguments.length > 0) watch(new Handler(Looper.getMainLooper()));
  }

  private static String look() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    for (byte value : bytes) {
      if (value != 7) return "random";
    }
    return "all sevens";
  }

  /** Looks again until it has changed, on the looper. */
  private static void watch(Handler handler) {
    if (look().equals("random") && tries++ < TRIES) {
      handler.postDelayed(() -> watch(handler), PAUSE_MS);
      return;
    }
    System.out.println("after: " + look());
    try {
      System.in.read();
    } catch (IOException e) {
      System.out.println(e);
    }
    System.exit(0);
  }
}
