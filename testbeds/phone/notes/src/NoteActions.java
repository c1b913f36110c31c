package io.reprise.notes;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.Intent;

/** What can be done to a note from its menu, on every screen the same. */
final class NoteActions {
  private NoteActions() {}

  static String titleOf(Activity screen, Note note) {
    return note.title.isEmpty() ? screen.getString(R.string.untitled) : note.title;
  }

  static void open(Activity screen, Note note) {
    screen.startActivity(new Intent(screen, EditorActivity.class).putExtra("id", note.id));
  }

  static void move(Activity screen, Note note) {
    int text = note.archived ? R.string.restored : R.string.archived;
    Store.of(screen).move(note, screen.getString(text, titleOf(screen, note)));
  }

  static void share(Activity screen, Note note) {
    Intent send = new Intent(Intent.ACTION_SEND).setType("text/plain")
        .putExtra(Intent.EXTRA_SUBJECT, note.title)
        .putExtra(Intent.EXTRA_TEXT, note.body + "\n" + new Settings(screen).signature());
    screen.startActivity(Intent.createChooser(send, screen.getString(R.string.share)));
  }

  static void pickTag(Activity screen, Note note, Runnable then) {
    new AlertDialog.Builder(screen).setTitle(R.string.tag)
        .setSingleChoiceItems(R.array.tags, note.tag, (dialog, which) -> {
          note.tag = which;
          Store.of(screen).keep();
          dialog.dismiss();
          then.run();
        })
        .show();
  }

  static void delete(Activity screen, Note note, Runnable then) {
    Runnable delete = () -> {
      Store.of(screen).delete(note, screen.getString(R.string.deleted, titleOf(screen, note)));
      then.run();
    };
    if (!new Settings(screen).asksBeforeDelete()) {
      delete.run();
      return;
    }
    new AlertDialog.Builder(screen).setTitle(R.string.delete_question)
        .setMessage(titleOf(screen, note))
        .setPositiveButton(R.string.delete, (dialog, which) -> delete.run())
        .setNegativeButton(R.string.cancel, null)
        .show();
  }
}
