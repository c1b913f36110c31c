package io.reprise.phone.guest.input;

import android.os.SystemClock;
import io.reprise.phone.guest.MainThread;
import reprise.Phone.PhoneInput;

/**
 * What a user does, handed to the windows as the input dispatcher does. Main
 * thread only; the clock has been moved to the input's time before.
 */
public final class Inputs {
  private static final Inputs INSTANCE = new Inputs();

  private final Motions motions = new Motions();
  private final Keys keys = new Keys();

  private Inputs() {}

  public static Inputs get() {
    return INSTANCE;
  }

  /** A new app begins: no finger is down, no key is held. */
  public void reset() {
    motions.reset();
    keys.reset();
  }

  /** Takes one from the thread of requests; returns when it was given to the app. */
  public static void take(PhoneInput input) {
    Motions.check(input);
    MainThread.run(() -> INSTANCE.play(input));
  }

  /** Delivers one; events are stamped with its time, or now. */
  private void play(PhoneInput input) {
    long now = SystemClock.uptimeNanos();
    long at = input.getAtNs() > 0 ? Math.min(input.getAtNs(), now) : now;
    long down = input.getDownNs() > 0 ? input.getDownNs() : 0;
    switch (input.getWhatCase()) {
      case MOTION -> motions.deliver(input.getMotion(), at, down);
      case KEY -> {
        motions.flush();
        keys.deliver(input.getKey(), at, down);
      }
      case COMMIT_TEXT -> {
        motions.flush();
        if (!Editor.commit(input.getCommitText())) keys.type(input.getCommitText(), at);
      }
      case EDITOR_ACTION -> {
        motions.flush();
        Editor.action(input.getEditorAction());
      }
      default -> { }
    }
  }

  Keys keys() {
    return keys;
  }
}
