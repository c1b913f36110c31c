package io.reprise.trial;

import android.content.ContentValues;
import android.content.SearchRecentSuggestionsProvider;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.util.Log;

/** Created before the Application. */
public class TrialProvider extends SearchRecentSuggestionsProvider {
  @Override
  public boolean onCreate() {
    Log.i("trial", "provider");
    return true;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    MatrixCursor c = new MatrixCursor(new String[] {"answer"});
    c.addRow(new Object[] {42});
    return c;
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    getContext().getContentResolver().notifyChange(uri, null);
    return uri;
  }
}
