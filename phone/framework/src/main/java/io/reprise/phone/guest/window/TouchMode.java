package io.reprise.phone.guest.window;

/**
 * Whether the user last touched or used keys: in touch mode few views take the
 * focus. One for the whole phone; windows ask IWindowManager for it.
 */
public final class TouchMode {
  private static final TouchMode INSTANCE = new TouchMode();

  private volatile boolean on = true;

  private TouchMode() {}

  public static TouchMode get() {
    return INSTANCE;
  }

  public boolean on() {
    return on;
  }

  public void set(boolean on) {
    this.on = on;
  }
}
