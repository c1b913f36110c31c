package io.reprise.phone.guest.window;

import io.reprise.phone.guest.system.SettingsTable;

/**
 * How the user goes back and home: by three buttons, or by gestures, which leave
 * a thin bar and take strips at the edges. Android's setting navigation_mode.
 */
public final class NavigationMode {
  private static final int BUTTONS_DP = 48;
  private static final int BAR_DP = 24;
  /** Where a gesture begins: from below, and from the sides. */
  private static final int UP_DP = 32;
  private static final int SIDE_DP = 30;

  private NavigationMode() {}

  public static boolean gestural() {
    return "2".equals(SettingsTable.get("secure", "navigation_mode"));
  }

  static int barDp() {
    return gestural() ? BAR_DP : BUTTONS_DP;
  }

  static int upDp() {
    return gestural() ? UP_DP : BUTTONS_DP;
  }

  static int sideDp() {
    return gestural() ? SIDE_DP : 0;
  }
}
