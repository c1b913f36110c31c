package io.reprise.trial;

import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.view.Choreographer;

/** A frame that is due while the main thread is busy. */
final class Beats {
  /** Some beats of the display. */
  private static final int BUSY_MS = 60;

  private final Main main;
  /** Not held up by a layout that waits for that frame. */
  private final Handler handler = Handler.createAsync(Looper.getMainLooper());
  private boolean framed;

  private Beats(Main main) {
    this.main = main;
  }

  static void act(Main main, String what) {
    Beats beats = new Beats(main);
    if (what.equals("beats")) beats.chain();
    if (what.equals("flood")) beats.flood();
  }

  /** Posts what posts again, busy in between. */
  private void chain() {
    want();
    busy();
    handler.post(() -> {
      busy();
      handler.post(() -> main.say("posted"));
    });
    busy();
  }

  /** Never without a message until there was a frame. */
  private void flood() {
    want();
    again();
  }

  private void again() {
    if (!framed) handler.post(this::again);
  }

  private void want() {
    Choreographer.getInstance().postFrameCallback(time -> {
      framed = true;
      main.say("frame");
    });
  }

  private static void busy() {
    long end = SystemClock.uptimeMillis() + BUSY_MS;
    while (SystemClock.uptimeMillis() < end) {
      // Computes.
    }
  }
}
