package io.reprise.phone.guest;

import android.content.Intent;
import android.view.MotionEvent;
import io.reprise.phone.guest.activity.Home;
import io.reprise.phone.guest.activity.Starter;
import io.reprise.phone.guest.input.Inputs;
import io.reprise.phone.guest.packages.Describer;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.system.RehearsalActivity;
import io.reprise.phone.guest.view.Trees;
import io.reprise.phone.guest.window.Screen;
import io.reprise.phone.host.Refusal;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import reprise.Phone.PhoneInput;
import reprise.Phone.PhoneKey;
import reprise.Phone.PhoneMotion;

/**
 * What a spare does while it waits for an app: it plays one of our own, unseen,
 * so that the first real one finds Android's classes loaded, linked and compiled,
 * fonts and resources read. In small steps: who asks for something waits for one
 * of them at most. Attach throws it away like any app before.
 */
final class Rehearsal {
  private interface Step {
    void play() throws Exception;
  }

  private static final long MS = 1_000_000;
  private static final int BACK = 4;

  private final Life life;
  private final List<Step> steps = List.of(this::begin, this::parse, this::home, this::start, this::show,
      this::touch, this::dialog, this::leave, this::end);
  private int next;

  Rehearsal(Life life) {
    this.life = life;
  }

  /** Plays the next step; false = that was all. */
  boolean step() throws Exception {
    try {
      if (next < steps.size()) steps.get(next++).play();
    } catch (Exception e) {
      // A spare that is not warm is better than none.
      e.printStackTrace();
      next = steps.size();
      life.startOver();
    }
    return next < steps.size();
  }

  private void begin() throws Exception {
    life.rehearse();
  }

  private void parse() {
    try {
      Describer.describe(RuntimeEnvironment.getAndroidFrameworkJarPath().toString());
    } catch (Refusal e) {
      // Near its end are permissions that only the system's own parser takes.
    }
  }

  private void home() {
    MainThread.run(Home::show);
    wait(100);
  }

  private void start() {
    Intent intent = new Intent().setClassName(Packages.OURS, RehearsalActivity.class.getName())
        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    MainThread.run(() -> Starter.start(intent, Packages.OURS, 0));
    wait(100);
  }

  private void show() {
    MainThread.call(() -> {
      Screen.get().paint();
      return Trees.look(false);
    });
    wait(300);
  }

  private void touch() {
    motion(MotionEvent.ACTION_DOWN, 600);
    motion(MotionEvent.ACTION_MOVE, 500);
    motion(MotionEvent.ACTION_MOVE, 300);
    motion(MotionEvent.ACTION_UP, 200);
    wait(500);
  }

  private void dialog() {
    MainThread.run(RehearsalActivity::ask);
    wait(200);
    MainThread.call(() -> {
      Screen.get().paint();
      return null;
    });
  }

  private void leave() {
    for (int twice = 0; twice < 2; twice++) {
      for (int action = 0; action < 2; action++) {
        Inputs.take(PhoneInput.newBuilder().setKey(PhoneKey.newBuilder().setCode(BACK).setAction(action)).build());
      }
      wait(300);
    }
  }

  private void end() throws Exception {
    life.startOver();
  }

  private static void motion(int action, float y) {
    Inputs.take(PhoneInput.newBuilder().setMotion(PhoneMotion.newBuilder().setAction(action)
        .addPointers(PhoneMotion.Pointer.newBuilder().setX(300).setY(y))).build());
    wait(20);
  }

  private static void wait(int ms) {
    Clock.advanceTo(Clock.uptimeNanos() + ms * MS);
  }
}
