package io.reprise.phone.guest.system.ask;

import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.os.Environment;
import android.os.FileUtils;
import android.provider.OpenableColumns;
import android.util.Log;
import android.widget.Toast;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.system.Page;
import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;

/** Where things can be shared to: the clipboard. */
public class ShareActivity extends Page {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setTitle("Share");
    take();
  }

  void take() {
    CharSequence text = getIntent().getCharSequenceExtra(Intent.EXTRA_TEXT);
    if (text != null) {
      getSystemService(ClipboardManager.class).setPrimaryClip(ClipData.newPlainText(null, text));
      Toast.makeText(this, "Copied", Toast.LENGTH_SHORT).show();
    }
    finish();
  }

  /** What a shared file is called. */
  static String name(Context context, Uri uri) {
    try (Cursor c = AsSystem.get(() -> context.getContentResolver().query(uri,
        new String[] {OpenableColumns.DISPLAY_NAME}, null, null, null))) {
      if (c != null && c.moveToFirst() && c.getString(0) != null) return c.getString(0);
    } catch (Exception e) {
      Log.w("Share", "nothing is known of " + uri + ": " + e);
    }
    return uri.getLastPathSegment() == null ? "shared" : uri.getLastPathSegment();
  }

  /** And the phone's files: what is shared lies in Download then. */
  public static class Save extends ShareActivity {
    private static final int MAX_BYTES = 1 << 28;

    @Override
    void take() {
      setTitle("Save to Files");
      for (Uri u : ComposeActivity.streams(getIntent())) row(null, name(this, u), "Download", null);
      CharSequence text = getIntent().getCharSequenceExtra(Intent.EXTRA_TEXT);
      if (page.getChildCount() == 0) row(null, "shared.txt", text, null);
      button(buttons(), android.R.id.button1, "Save", v -> {
        save(text);
        finish();
      });
    }

    private void save(CharSequence text) {
      File folder = Environment.getExternalStoragePublicDirectory(Environment.DIRECTORY_DOWNLOADS);
      try {
        boolean any = false;
        for (Uri u : ComposeActivity.streams(getIntent())) {
          File to = FileUtils.buildUniqueFile(folder, FileUtils.buildValidFatFilename(name(this, u)));
          any = true;
          AsSystem.get(() -> {
            try (InputStream in = getContentResolver().openInputStream(u); OutputStream out = new FileOutputStream(to)) {
              out.write(in.readNBytes(MAX_BYTES));
            }
            return null;
          });
        }
        if (!any && text != null) {
          try (OutputStream out = new FileOutputStream(FileUtils.buildUniqueFile(folder, "shared.txt"))) {
            out.write(text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
          }
        }
        Toast.makeText(this, "Saved", Toast.LENGTH_SHORT).show();
      } catch (Exception e) {
        Log.e("Share", "cannot save what was shared", e);
        Toast.makeText(this, "It cannot be saved", Toast.LENGTH_SHORT).show();
      }
    }
  }
}
