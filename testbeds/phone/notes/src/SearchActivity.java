package io.reprise.notes;

import android.app.Activity;
import android.os.Bundle;
import android.text.Editable;
import android.text.TextWatcher;
import android.widget.EditText;
import android.widget.ListView;

/** Finds notes by their words, in the archive too. */
public final class SearchActivity extends Activity {
  private NoteAdapter adapter;
  private EditText query;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.search);
    Tabs.attach(this);
    adapter = new NoteAdapter(this, note -> {
      NoteActions.move(this, note);
      refresh();
    });
    ListView list = findViewById(R.id.list);
    list.setAdapter(adapter);
    list.setEmptyView(findViewById(R.id.empty));
    list.setOnItemClickListener(
        (parent, row, position, id) -> NoteActions.open(this, adapter.getItem(position)));
    query = findViewById(R.id.query);
    query.addTextChangedListener(new TextWatcher() {
      @Override
      public void beforeTextChanged(CharSequence text, int start, int count, int after) {}

      @Override
      public void onTextChanged(CharSequence text, int start, int before, int count) {}

      @Override
      public void afterTextChanged(Editable text) {
        refresh();
      }
    });
  }

  @Override
  protected void onResume() {
    super.onResume();
    refresh();
  }

  private void refresh() {
    adapter.clear();
    adapter.addAll(Store.of(this).with(query.getText().toString().trim()));
  }
}
