package io.reprise.notes;

import android.content.Context;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.ArrayAdapter;
import android.widget.ImageButton;
import android.widget.TextView;
import java.util.function.Consumer;

/** Rows of notes: title, text, tag, and a button that archives the note. */
final class NoteAdapter extends ArrayAdapter<Note> {
  private final Consumer<Note> archive;
  private final Settings settings;

  NoteAdapter(Context context, Consumer<Note> archive) {
    super(context, R.layout.row);
    this.archive = archive;
    settings = new Settings(context);
  }

  @Override
  public View getView(int position, View old, ViewGroup parent) {
    View row = old != null ? old
        : LayoutInflater.from(getContext()).inflate(R.layout.row, parent, false);
    Note note = getItem(position);
    TextView title = row.findViewById(R.id.row_title);
    title.setText(note.title.isEmpty() ? getContext().getString(R.string.untitled) : note.title);
    title.setTextSize(12 + 2 * settings.size());
    TextView body = row.findViewById(R.id.row_body);
    body.setText(note.body);
    body.setVisibility(settings.showsBodies() ? View.VISIBLE : View.GONE);
    TextView tag = row.findViewById(R.id.row_tag);
    tag.setText(getContext().getResources().getStringArray(R.array.tags)[note.tag]);
    tag.setVisibility(note.tag == 0 ? View.GONE : View.VISIBLE);
    ImageButton button = row.findViewById(R.id.row_move);
    button.setVisibility(note.archived ? View.GONE : View.VISIBLE);
    button.setOnClickListener(view -> archive.accept(note));
    return row;
  }
}
