package io.reprise.notes;

import android.content.Context;
import android.content.SharedPreferences;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;

/**
 * All notes, kept in preferences, and the one step that can be undone. Main thread
 * only.
 */
final class Store {
  private static Store store;

  private final SharedPreferences kept;
  private final List<Note> all = new ArrayList<>();
  private Runnable undo;
  private String undoText;

  private Store(Context context) {
    kept = context.getSharedPreferences("notes", Context.MODE_PRIVATE);
    try {
      JSONArray list = new JSONArray(kept.getString("all", ""));
      for (int i = 0; i < list.length(); i++) all.add(Note.fromJson(list.getJSONObject(i)));
    } catch (JSONException e) { // a new notebook
      all.addAll(Samples.all());
      keep();
    }
  }

  static Store of(Context context) {
    if (store == null) store = new Store(context.getApplicationContext());
    return store;
  }

  List<Note> notes(int order) {
    List<Note> found = where(false);
    if (order == Settings.NEWEST) found.sort(Comparator.comparing((Note note) -> note.id).reversed());
    if (order == Settings.BY_TITLE) found.sort(Comparator.comparing(note -> note.title));
    return found;
  }

  List<Note> archived() {
    return where(true);
  }

  private List<Note> where(boolean archived) {
    List<Note> found = new ArrayList<>();
    for (Note note : all) {
      if (note.archived == archived) found.add(note);
    }
    return found;
  }

  List<Note> with(String words) {
    List<Note> found = new ArrayList<>();
    for (Note note : all) {
      if (note.has(words)) found.add(note);
    }
    return found;
  }

  /** Null if there is none. */
  Note find(long id) {
    for (Note note : all) {
      if (note.id == id) return note;
    }
    return null;
  }

  Note add() {
    long id = kept.getLong("last", Samples.all().size()) + 1; // never one that was deleted
    kept.edit().putLong("last", id).apply();
    Note note = new Note(id);
    all.add(note);
    keep();
    return note;
  }

  /** Into the archive, as its last one, or out of it. */
  void move(Note note, String text) {
    int before = all.indexOf(note);
    note.archived = !note.archived;
    all.remove(note);
    all.add(note);
    changed(text, () -> {
      Note now = find(note.id); // not `note`, after a sync
      if (now == null) return;
      now.archived = !now.archived;
      all.remove(now);
      all.add(Math.min(before, all.size()), now);
    });
  }

  void delete(Note note, String text) {
    int before = all.indexOf(note);
    all.remove(note);
    changed(text, () -> {
      if (find(note.id) == null) all.add(Math.min(before, all.size()), note);
    });
  }

  private void changed(String text, Runnable back) {
    undoText = text;
    undo = back;
    keep();
  }

  /** What can be undone, for people; null if nothing can. */
  String undoText() {
    return undoText;
  }

  void undo() {
    undo.run();
    undo = null;
    undoText = null;
    keep();
  }

  List<Note> copies() {
    List<Note> copies = new ArrayList<>();
    for (Note note : all) copies.add(note.copy());
    return copies;
  }

  void replace(List<Note> notes) {
    all.clear();
    all.addAll(notes);
    keep();
  }

  void keep() {
    try {
      JSONArray list = new JSONArray();
      for (Note note : all) list.put(note.toJson());
      kept.edit().putString("all", list.toString()).apply();
    } catch (JSONException e) {
      throw new AssertionError(e);
    }
  }
}
