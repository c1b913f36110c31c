package io.reprise.phone.guest.activity;

/** The home screen: shown when no task is left. */
final class Home {
  private Home() {}

  static void showIfEmpty(Tasks tasks, boolean front) {}
}
