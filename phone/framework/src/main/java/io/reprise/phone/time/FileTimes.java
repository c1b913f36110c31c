package io.reprise.phone.time;

import java.io.File;

/**
 * When a file was last modified, by the virtual clock. The host's kernel stamps
 * what an app writes with the host's time; when the app closes such a file, or
 * asks for its time, it gets the phone's time instead. Only files in the phone's
 * own folders are touched.
 */
final class FileTimes {
  /** A time this close before the host's was stamped by the host. */
  private static final long RECENT_MS = 30L * 24 * 3600 * 1000;

  private static volatile String[] folders = {};

  private FileTimes() {}

  /** The phone's folders. */
  static void setFolders(String... paths) {
    String[] all = paths.clone();
    for (int i = 0; i < all.length; i++) all[i] = all[i].isEmpty() ? "" : new File(all[i], "x").getParent() + "/";
    folders = all;
  }

  /** The app created or closed it, or is about to ask for its time. */
  static void see(String path) {
    Guest guest = Clock.virtual && path != null ? Scheduler.current() : null;
    if (guest == null || guest.aside > 0 || !isOurs(path)) return;
    guest.aside++; // what follows is no question of the app
    try {
      File file = new File(path);
      long stamped = file.lastModified();
      long now = Math.floorDiv(Clock.wallNanos(), 1_000_000L);
      if (stamped > now && stamped > System.currentTimeMillis() - RECENT_MS) {
        file.setLastModified(now);
      }
    } finally {
      guest.aside--;
    }
  }

  private static boolean isOurs(String path) {
    for (String folder : folders) {
      if (!folder.isEmpty() && path.startsWith(folder)) return !path.contains("/../");
    }
    return false;
  }
}
