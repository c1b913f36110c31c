package reprise.woven;

import android.os.Handler;
import android.os.Looper;
import java.util.Random;

/** Rolls dice whose seed is known, and if told to wait, until they no longer fall as they must. */
public final class Main {
  private static final int SEED = 42;
  private static final int TRIES = 3000;
  private static final int PAUSE_MS = 10;

  private static final Game game = new Game();
  private static int tries;

  private Main() {}

  private static final class Game {
    int roll(Random random) {
      return random.nextInt(6) + 1;
    }
  }

  public static void main(String[] arguments) {
    System.out.println("rolled " + game.roll(new Random(SEED)));
    if (arguments.length > 0) watch(new Handler(Looper.getMainLooper()), 3);
  }

  private static void watch(Handler handler, int expected) {
    if (new Random(SEED).nextInt(6) + 1 == expected && tries++ < TRIES) {
      handler.postDelayed(() -> watch(handler, expected), PAUSE_MS);
      return;
    }
    System.out.println("then " + game.roll(new Random(SEED)));
    System.exit(0);
  }
}
