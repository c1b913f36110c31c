package io.reprise.notes;

import android.app.Activity;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.EditText;
import android.widget.TextView;

/** One note; saved when it is left. */
public final class EditorActivity extends Activity {
  private long id;
  private EditText title;
  private EditText body;
  private boolean gone; // deleted here

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.editor);
    getActionBar().setDisplayHomeAsUpEnabled(true);
    title = findViewById(R.id.title);
    body = findViewById(R.id.body);
    id = getIntent().getLongExtra("id", 0);
    if (state == null) {
      title.setText(note().title);
      body.setText(note().body);
    }
    findViewById(R.id.tag).setOnClickListener(
        view -> NoteActions.pickTag(this, note(), this::showTag));
    showTag();
  }

  private Note note() {
    return Store.of(this).find(id);
  }

  private void showTag() {
    TextView tag = findViewById(R.id.tag);
    tag.setText(getResources().getStringArray(R.array.tags)[note().tag]);
    tag.setVisibility(View.VISIBLE);
  }

  private void save() {
    note().title = title.getText().toString().trim();
    note().body = body.getText().toString();
    Store.of(this).keep();
  }

  @Override
  protected void onPause() {
    super.onPause();
    if (!gone) save();
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.note, menu);
    if (note().archived) menu.findItem(R.id.move).setTitle(R.string.move_to_notes);
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    int chosen = item.getItemId();
    if (chosen == android.R.id.home) finish();
    if (chosen == R.id.pick_tag) NoteActions.pickTag(this, note(), this::showTag);
    if (chosen == R.id.share) {
      save();
      NoteActions.share(this, note());
    }
    if (chosen == R.id.move) {
      save();
      NoteActions.move(this, note());
      finish();
    }
    if (chosen == R.id.delete) {
      save();
      NoteActions.delete(this, note(), () -> {
        gone = true;
        finish();
      });
    }
    return true;
  }
}
