package io.reprise.notes;

import android.app.Activity;
import android.content.Intent;

/** The bar at the bottom. A screen that is on the stack already comes to its top. */
final class Tabs {
  private Tabs() {}

  static void attach(Activity screen) {
    tab(screen, R.id.tab_notes, NotesActivity.class);
    tab(screen, R.id.tab_archive, ArchiveActivity.class);
    tab(screen, R.id.tab_search, SearchActivity.class);
    tab(screen, R.id.tab_settings, SettingsActivity.class);
  }

  private static void tab(Activity screen, int id, Class<? extends Activity> to) {
    screen.findViewById(id).setSelected(screen.getClass() == to);
    screen.findViewById(id).setOnClickListener(view -> {
      if (screen.getClass() == to) return;
      screen.startActivity(new Intent(screen, to).addFlags(
          Intent.FLAG_ACTIVITY_CLEAR_TOP | Intent.FLAG_ACTIVITY_SINGLE_TOP));
    });
  }
}
