package io.reprise.phone.guest.input;

import java.util.function.IntConsumer;

/** Who acts on the keys that no app gets: Home and Recents. */
public final class PhoneKeys {
  private static volatile IntConsumer handler;

  private PhoneKeys() {}

  /** Called on main with KEYCODE_HOME or KEYCODE_APP_SWITCH, when it goes up. */
  public static void setHandler(IntConsumer handler) {
    PhoneKeys.handler = handler;
  }

  static IntConsumer handler() {
    return handler;
  }
}
