package io.reprise.notes;

import android.app.Activity;
import android.os.Bundle;
import android.view.ContextMenu;
import android.view.MenuItem;
import android.view.View;
import android.widget.AdapterView.AdapterContextMenuInfo;
import android.widget.ListView;
import android.widget.TextView;
import java.util.List;

/** What the lists of notes share: rows, their menu, and the bar with Undo. */
abstract class ListScreen extends Activity {
  protected Store store;
  protected NoteAdapter adapter;

  /** The notes to show now. */
  protected abstract List<Note> load();

  /** A row was tapped. */
  protected abstract void onRow(int position);

  /** Undo was tapped here. */
  protected void onUndone() {}

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    store = Store.of(this);
    setContentView(R.layout.list);
    Tabs.attach(this);
    adapter = new NoteAdapter(this, this::move);
    ListView list = findViewById(R.id.list);
    list.setAdapter(adapter);
    list.setEmptyView(findViewById(R.id.empty));
    list.setOnItemClickListener((parent, row, position, id) -> onRow(position));
    registerForContextMenu(list);
    findViewById(R.id.undo_bar).setOnClickListener(view -> {
      store.undo();
      showUndo();
      onUndone();
    });
  }

  @Override
  protected void onResume() {
    super.onResume();
    refresh();
  }

  protected void refresh() {
    adapter.clear();
    adapter.addAll(load());
    showUndo();
  }

  private void showUndo() {
    String text = store.undoText();
    findViewById(R.id.undo_bar).setVisibility(text == null ? View.GONE : View.VISIBLE);
    TextView shown = findViewById(R.id.undo_text);
    shown.setText(text);
  }

  private void move(Note note) {
    NoteActions.move(this, note);
    adapter.remove(note);
    showUndo();
  }

  @Override
  public void onCreateContextMenu(ContextMenu menu, View list, ContextMenu.ContextMenuInfo info) {
    Note note = adapter.getItem(((AdapterContextMenuInfo) info).position);
    menu.setHeaderTitle(NoteActions.titleOf(this, note));
    getMenuInflater().inflate(R.menu.note, menu);
    if (note.archived) menu.findItem(R.id.move).setTitle(R.string.move_to_notes);
  }

  @Override
  public boolean onContextItemSelected(MenuItem item) {
    Note note = adapter.getItem(((AdapterContextMenuInfo) item.getMenuInfo()).position);
    int id = item.getItemId();
    if (id == R.id.pick_tag) NoteActions.pickTag(this, note, this::refresh);
    if (id == R.id.share) NoteActions.share(this, note);
    if (id == R.id.move) move(note);
    if (id == R.id.delete) NoteActions.delete(this, note, this::refresh);
    return true;
  }
}
