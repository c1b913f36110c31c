package io.reprise.notes;

import android.os.Bundle;
import android.view.View;
import android.widget.TextView;
import java.util.List;

/**
 * The notes that were put away.
 *
 * <p>Planted bug: Undo takes a note out of the archive, but its row stays, and a row
 * is opened by its place in the archive as it is by then. Who archives a note, goes
 * here, taps Undo and then the last row, asks for a note beyond the end.
 */
public final class ArchiveActivity extends ListScreen {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    TextView empty = findViewById(R.id.empty);
    empty.setText(R.string.no_archive);
    findViewById(R.id.add).setVisibility(View.GONE);
  }

  @Override
  protected List<Note> load() {
    return store.archived();
  }

  @Override
  protected void onRow(int position) {
    NoteActions.open(this, store.archived().get(position));
  }
}
