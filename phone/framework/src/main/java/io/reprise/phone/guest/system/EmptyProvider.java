package io.reprise.phone.guest.system;

import android.content.ContentUris;
import android.content.ContentValues;
import android.content.SearchRecentSuggestionsProvider;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import io.reprise.phone.guest.app.Grants;

/**
 * A provider of the system that has no rows on a new phone: contacts, calendar,
 * calls, messages. A query gives an empty cursor, never none; what its
 * permission guards is refused without it. (It extends a provider that is not
 * abstract because javac cannot see that the framework's classes are complete.)
 */
public final class EmptyProvider extends SearchRecentSuggestionsProvider {
  @Override
  public boolean onCreate() {
    return true;
  }

  private static void need(boolean write, Uri uri) {
    String permission = SystemProviders.permission(uri.getAuthority(), write);
    if (permission == null || Grants.has(permission)) return;
    throw new SecurityException("Permission Denial: " + (write ? "writing " : "reading ")
        + EmptyProvider.class.getName() + " uri " + uri + " requires " + permission + ", or grantUriPermission()");
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    need(false, uri);
    return new MatrixCursor(columns != null ? columns : new String[] {"_id"});
  }

  @Override
  public String getType(Uri uri) {
    return "vnd.android.cursor.dir/vnd." + uri.getAuthority();
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    need(true, uri);
    return ContentUris.withAppendedId(uri, 1);
  }

  @Override
  public int delete(Uri uri, String where, String[] values) {
    need(true, uri);
    return 0;
  }

  @Override
  public int update(Uri uri, ContentValues change, String where, String[] values) {
    need(true, uri);
    return 0;
  }
}
