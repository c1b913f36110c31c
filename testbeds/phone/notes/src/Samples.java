package io.reprise.notes;

import java.util.ArrayList;
import java.util.List;

/** What a new notebook begins with. */
final class Samples {
  private static final String[][] NOTES = {
      {"Groceries", "Bread, olives, two lemons", "1"},
      {"Call the plumber", "The tap in the kitchen drips again", "1"},
      {"Release plan", "Freeze on Tuesday, notes by Wednesday", "2"},
      {"Book list", "A Wizard of Earthsea; Invisible Cities", "0"},
      {"Garden", "Tomatoes need string, beans need poles", "1"},
      {"Talk in May", "Forty minutes, no slides after thirty", "2"},
      {"Lamp from a bottle", "Cork, cable, a bulb that stays cool", "3"},
      {"Train times", "7:42 from platform 3, 8:12 from 1", "0"},
      {"Birthday ideas", "Kite, atlas, a day at the lake", "3"},
      {"Standup", "Blocked by the certificate", "2"},
  };

  private Samples() {}

  static List<Note> all() {
    List<Note> all = new ArrayList<>();
    for (String[] words : NOTES) {
      Note note = new Note(all.size() + 1);
      note.title = words[0];
      note.body = words[1];
      note.tag = Integer.parseInt(words[2]);
      all.add(note);
    }
    return all;
  }
}
