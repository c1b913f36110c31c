package io.reprise.phone.guest.app;

import android.content.Intent;
import io.reprise.phone.guest.App;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Broadcasts that stay: the last of each, whoever sent it. Guarded by Broadcasts. */
final class StickyBroadcasts {
  private final List<Intent> all = new ArrayList<>();

  void reset() {
    all.clear();
  }

  void put(Intent intent) {
    if (intent.getAction() == null) return;
    remove(intent);
    all.add(intent);
  }

  void remove(Intent intent) {
    all.removeIf(i -> i.filterEquals(intent));
  }

  List<Intent> matching(Predicate<Intent> wanted) {
    return all.stream().filter(wanted).toList();
  }

  /** Apps need a permission to leave one. */
  static void check(String call) {
    if (Grants.has(android.Manifest.permission.BROADCAST_STICKY)) return;
    throw new SecurityException("Permission Denial: " + call + " from pid=" + App.pid() + ", uid="
        + App.current().info().uid + " requires " + android.Manifest.permission.BROADCAST_STICKY);
  }
}
