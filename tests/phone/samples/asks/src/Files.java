package io.reprise.asks;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import java.io.File;
import java.io.FileNotFoundException;

/** Files of the app that it lends to others. */
public class Files extends ContentProvider {
  private File file(Uri uri) {
    return new File(getContext().getCacheDir(), uri.getLastPathSegment());
  }

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
    return ParcelFileDescriptor.open(file(uri), ParcelFileDescriptor.parseMode(mode));
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    MatrixCursor c = new MatrixCursor(new String[] {"_display_name", "_size"});
    c.addRow(new Object[] {uri.getLastPathSegment(), file(uri).length()});
    return c;
  }

  @Override
  public String getType(Uri uri) {
    return "image/jpeg";
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    return null;
  }

  @Override
  public int delete(Uri uri, String where, String[] values) {
    return 0;
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] more) {
    return 0;
  }
}
