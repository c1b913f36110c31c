package io.reprise.phone.guest.system.ask;

import android.app.AlertDialog;
import android.content.ClipData;
import android.content.ContentResolver;
import android.content.Intent;
import android.database.Cursor;
import android.graphics.drawable.Drawable;
import android.net.Uri;
import android.os.Bundle;
import android.provider.DocumentsContract;
import android.provider.DocumentsContract.Document;
import android.text.format.Formatter;
import android.util.Log;
import android.view.View;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.system.Page;
import io.reprise.phone.guest.system.content.Mime;
import io.reprise.phone.guest.system.content.StorageProvider;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The files app as a picker: opens, creates and lends documents of the shared
 * storage, and whole folders. What it gives are addresses of documents, with
 * grants that the app may keep.
 */
public class DocumentsActivity extends Page {
  private static final String[] COLUMNS = {Document.COLUMN_DOCUMENT_ID, Document.COLUMN_DISPLAY_NAME,
      Document.COLUMN_MIME_TYPE, Document.COLUMN_SIZE};
  private static final int READ = Intent.FLAG_GRANT_READ_URI_PERMISSION;
  private static final int BOTH = READ | Intent.FLAG_GRANT_WRITE_URI_PERMISSION;

  private record Entry(String id, String name, String type, long size) {
    boolean folder() {
      return type.equals(Document.MIME_TYPE_DIR);
    }
  }

  private final Set<String> chosen = new LinkedHashSet<>();
  private String folder = StorageProvider.ROOT + ":";
  private EditText name;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Uri begin = getIntent().getParcelableExtra(DocumentsContract.EXTRA_INITIAL_URI);
    if (state != null) folder = state.getString("folder", folder);
    else if (begin != null && StorageProvider.AUTHORITY.equals(begin.getAuthority())) begin(begin);
    if (is(Intent.ACTION_CREATE_DOCUMENT)) nameField();
    show();
  }

  @Override
  protected void onSaveInstanceState(Bundle out) {
    super.onSaveInstanceState(out);
    out.putString("folder", folder);
  }

  private void begin(Uri uri) {
    try {
      String id = DocumentsContract.isTreeUri(uri) && !uri.getPathSegments().contains("document")
          ? DocumentsContract.getTreeDocumentId(uri) : DocumentsContract.getDocumentId(uri);
      if (StorageProvider.file(id).isDirectory()) folder = id;
      else if (id.lastIndexOf('/') > 0) folder = id.substring(0, id.lastIndexOf('/'));
    } catch (Exception e) {
      Log.w("Files", "there is no " + uri);
    }
  }

  private boolean is(String action) {
    return action.equals(getIntent().getAction());
  }

  private boolean many() {
    return getIntent().getBooleanExtra(Intent.EXTRA_ALLOW_MULTIPLE, false);
  }

  private void nameField() {
    LinearLayout row = line();
    row.setPadding(dp(16), dp(8), dp(16), dp(8));
    name = new EditText(this);
    name.setId(android.R.id.title);
    name.setSingleLine();
    String title = getIntent().getStringExtra(Intent.EXTRA_TITLE);
    name.setText(title == null ? "" : title);
    row.addView(name, new LinearLayout.LayoutParams(0, -2, 1));
    button(row, android.R.id.button1, "Save", v -> create());
    bottom.addView(row);
  }

  /** The folder that the user is in. */
  private void show() {
    page.removeAllViews();
    boolean top = folder.endsWith(":");
    String title = top ? "Internal storage" : folder.substring(Math.max(folder.lastIndexOf('/'), folder.indexOf(':')) + 1);
    setTitle(title);
    List<Entry> all = entries();
    for (Entry e : all) if (e.folder()) entry(e);
    for (Entry e : all) if (!e.folder()) entry(e);
    if (all.isEmpty()) note("No items");
    if (is(Intent.ACTION_OPEN_DOCUMENT_TREE) || many()) {
      bottom.removeAllViews();
      LinearLayout row = buttons();
      if (many()) {
        Button open = button(row, android.R.id.button1, chosen.isEmpty() ? "Select" : "Select (" + chosen.size() + ")",
            v -> give(new ArrayList<>(chosen)));
        open.setEnabled(!chosen.isEmpty());
      } else {
        button(row, android.R.id.button1, "Use this folder", v -> askFolder(title));
      }
    }
  }

  private List<Entry> entries() {
    Uri uri = DocumentsContract.buildChildDocumentsUri(StorageProvider.AUTHORITY, folder);
    return AsSystem.ask(() -> {
      List<Entry> all = new ArrayList<>();
      try (Cursor c = getContentResolver().query(uri, COLUMNS, null, null, null)) {
        while (c != null && c.moveToNext()) {
          all.add(new Entry(c.getString(0), c.getString(1), c.getString(2), c.getLong(3)));
        }
      }
      return all;
    });
  }

  private boolean fits(Entry e) {
    if (is(Intent.ACTION_OPEN_DOCUMENT_TREE) || is(Intent.ACTION_CREATE_DOCUMENT)) return false;
    String[] types = getIntent().getStringArrayExtra(Intent.EXTRA_MIME_TYPES);
    return types != null && types.length > 0 ? Mime.matches(e.type(), types)
        : Mime.matches(e.type(), getIntent().getType());
  }

  private void entry(Entry e) {
    Drawable icon = getContentResolver().getTypeInfo(e.type()).getIcon().loadDrawable(this);
    boolean fits = e.folder() || fits(e);
    String summary = e.folder() ? "" : Formatter.formatShortFileSize(this, e.size());
    if (chosen.contains(e.id())) summary += ", selected";
    LinearLayout row = row(icon, e.name(), summary, !fits ? null : v -> {
      if (e.folder()) {
        folder = e.id();
        show();
      } else if (many()) {
        if (!chosen.remove(e.id())) chosen.add(e.id());
        show();
      } else {
        give(List.of(e.id()));
      }
    });
    row.setSelected(chosen.contains(e.id()));
    if (row.isSelected()) row.setBackgroundColor(0x331a73e8);
    if (!fits) {
      row.setEnabled(false);
      row.setAlpha(0.4f);
    }
  }

  /** The answer. */
  private void give(List<String> ids) {
    Intent result = new Intent();
    List<Uri> uris = new ArrayList<>();
    for (String id : ids) uris.add(DocumentsContract.buildDocumentUri(StorageProvider.AUTHORITY, id));
    if (uris.size() == 1) {
      result.setData(uris.get(0));
    } else {
      String[] types = {getIntent().getType() == null ? "*/*" : getIntent().getType()};
      ClipData clip = new ClipData(null, types, new ClipData.Item(uris.get(0)));
      for (Uri u : uris.subList(1, uris.size())) clip.addItem(new ClipData.Item(u));
      result.setClipData(clip);
    }
    result.addFlags(is(Intent.ACTION_GET_CONTENT) ? READ
        : BOTH | Intent.FLAG_GRANT_PERSISTABLE_URI_PERMISSION);
    setResult(RESULT_OK, result);
    finish();
  }

  private void create() {
    String called = name.getText().toString().strip();
    String type = getIntent().getType() == null ? "application/octet-stream" : getIntent().getType();
    if (called.isEmpty()) {
      name.setError("A name is needed");
      return;
    }
    ContentResolver resolver = getContentResolver();
    Uri made;
    try {
      made = AsSystem.get(() -> DocumentsContract.createDocument(resolver,
          DocumentsContract.buildDocumentUri(StorageProvider.AUTHORITY, folder), type, called));
    } catch (Exception e) {
      made = null;
    }
    if (made == null) {
      name.setError("It cannot be saved");
      return;
    }
    give(List.of(DocumentsContract.getDocumentId(made)));
  }

  private void askFolder(String title) {
    CharSequence app = App.current().info().loadLabel(getPackageManager());
    if (folder.endsWith(":") || folder.equals(StorageProvider.ROOT + ":Download")) {
      new AlertDialog.Builder(this).setTitle("Can\u2019t use this folder")
          .setMessage("To protect your privacy, choose another folder").setPositiveButton("OK", null).show();
      return;
    }
    new AlertDialog.Builder(this).setMessage("Allow " + app + " to access files in " + title + "?")
        .setNegativeButton("Cancel", null).setPositiveButton("Allow", (d, w) -> {
          Intent result = new Intent();
          result.setData(DocumentsContract.buildTreeDocumentUri(StorageProvider.AUTHORITY, folder));
          result.addFlags(BOTH | Intent.FLAG_GRANT_PERSISTABLE_URI_PERMISSION
              | Intent.FLAG_GRANT_PREFIX_URI_PERMISSION);
          setResult(RESULT_OK, result);
          finish();
        }).show();
  }

  @Override
  public void onBackPressed() {
    if (folder.endsWith(":")) {
      super.onBackPressed();
      return;
    }
    int cut = folder.lastIndexOf('/');
    folder = cut > 0 ? folder.substring(0, cut) : folder.substring(0, folder.indexOf(':') + 1);
    show();
  }
}
