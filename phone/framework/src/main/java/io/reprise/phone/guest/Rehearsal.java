package io.reprise.phone.guest;

import android.content.Intent;
import android.view.MotionEvent;
import io.reprise.phone.guest.activity.Home;
import io.reprise.phone.guest.activity.Starter;
import io.reprise.phone.guest.input.Inputs;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.system.RehearsalActivity;
import io.reprise.phone.guest.view.Trees;
import io.reprise.phone.guest.window.Screen;
import reprise.Phone.PhoneInput;
import reprise.Phone.PhoneKey;
import reprise.Phone.PhoneMotion;

/**
 * The end of Boot: an app of our own is played, unseen, so that the first real
 * one finds Android's classes loaded, linked and compiled, fonts and resources
 * read. It is thrown away like any app, and always played to its end: every first
 * app of a process begins in the same state.
 */
final class Rehearsal {
  private static final long MS = 1_000_000;
  private static final int BACK = 4;

  private Rehearsal() {}

  /** On the thread of requests; an app has begun. */
  static void play() {
    home();
    start();
    show();
    touch();
    dialog();
    leave();
  }

  private static void home() {
    MainThread.run(Home::show);
    advance(100);
  }

  private static void start() {
    Intent intent = new Intent().setClassName(Packages.OURS, RehearsalActivity.class.getName())
        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    MainThread.run(() -> Starter.start(intent, Packages.OURS, 0));
    advance(100);
  }

  private static void show() {
    MainThread.call(() -> {
      Screen.get().paint();
      return Trees.look(false);
    });
    advance(300);
  }

  private static void touch() {
    motion(MotionEvent.ACTION_DOWN, 600);
    motion(MotionEvent.ACTION_MOVE, 500);
    motion(MotionEvent.ACTION_MOVE, 300);
    motion(MotionEvent.ACTION_UP, 200);
    advance(500);
  }

  private static void dialog() {
    MainThread.run(RehearsalActivity::ask);
    advance(200);
    MainThread.call(() -> {
      Screen.get().paint();
      return null;
    });
  }

  private static void leave() {
    for (int twice = 0; twice < 2; twice++) {
      for (int action = 0; action < 2; action++) {
        Inputs.take(PhoneInput.newBuilder().setKey(PhoneKey.newBuilder().setCode(BACK).setAction(action)).build());
      }
      advance(300);
    }
  }

  private static void motion(int action, float y) {
    Inputs.take(PhoneInput.newBuilder().setMotion(PhoneMotion.newBuilder().setAction(action)
        .addPointers(PhoneMotion.Pointer.newBuilder().setX(300).setY(y))).build());
    advance(20);
  }

  private static void advance(int ms) {
    Clock.advanceTo(Clock.uptimeNanos() + ms * MS);
  }
}
