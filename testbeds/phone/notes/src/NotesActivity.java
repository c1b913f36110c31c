package io.reprise.notes;

import android.app.AlertDialog;
import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.widget.TextView;
import java.util.List;

/** The first screen: all notes that are not in the archive. */
public final class NotesActivity extends ListScreen {
  private Settings settings;

  @Override
  protected void onCreate(Bundle state) {
    settings = new Settings(this);
    super.onCreate(state);
    TextView empty = findViewById(R.id.empty);
    empty.setText(R.string.no_notes);
    findViewById(R.id.add).setOnClickListener(view -> NoteActions.open(this, store.add()));
  }

  @Override
  protected List<Note> load() {
    return store.notes(settings.order());
  }

  @Override
  protected void onRow(int position) {
    NoteActions.open(this, adapter.getItem(position));
  }

  @Override
  protected void onUndone() {
    refresh();
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.notes, menu);
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    int id = item.getItemId();
    if (id == R.id.sync) sync();
    if (id == R.id.sort) pickOrder();
    if (id == R.id.about) startActivity(new Intent(this, AboutActivity.class));
    return true;
  }

  private void sync() {
    getActionBar().setSubtitle(R.string.syncing);
    Sync.start(store, () -> {
      getActionBar().setSubtitle(R.string.synced);
      refresh();
    });
  }

  private void pickOrder() {
    new AlertDialog.Builder(this).setTitle(R.string.sort)
        .setSingleChoiceItems(R.array.orders, settings.order(), (dialog, which) -> {
          settings.setOrder(which);
          dialog.dismiss();
          refresh();
        })
        .show();
  }
}
