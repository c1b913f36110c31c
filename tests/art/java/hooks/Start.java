package io.reprise.runtime;

/** What an app that was rewritten calls first, and the agent when it has woven. */
public final class Start {
  private Start() {}

  public static void load() {
    Hooks.on = true;
  }
}
