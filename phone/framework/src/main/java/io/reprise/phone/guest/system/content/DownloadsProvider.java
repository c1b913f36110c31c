package io.reprise.phone.guest.system.content;

import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import android.os.Bundle;
import android.os.ParcelFileDescriptor;
import android.provider.Downloads;
import io.reprise.phone.guest.App;
import java.io.File;
import java.io.FileNotFoundException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.TreeSet;

/**
 * What Android's own DownloadManager keeps its downloads in, and what makes
 * them: each on a thread of the app's process. They are kept with the app's
 * data, and go on in its next process.
 */
public final class DownloadsProvider extends ContentProvider {
  private static final String HEADER = Downloads.Impl.RequestHeaders.INSERT_KEY_PREFIX;
  private static final String NUMBERS = ".*_id|status|destination|visibility|.*_bytes|lastmod|deleted|control|numfailed"
      + "|allow.*|is_.*|scanned|method|uid|otheruid|entity_num|flags|bypass.*|no_integrity|.*_allowed";
  /** Downloads.Impl.STATUS_*. */
  static final int PENDING = 190;
  private static final int SUCCESS = 200;

  /** The rows, also under the names that DownloadManager has for their columns. */
  private static final String NAMED = "(SELECT *, _data AS local_filename, mimetype AS media_type,"
      + " total_bytes AS total_size, lastmod AS last_modified_timestamp, current_bytes AS bytes_so_far,"
      + " 'placeholder' AS local_uri, 'placeholder' AS reason FROM downloads)";

  private SQLiteDatabase db;

  /** With the app's data; the home screen has no downloads. */
  private static File file() {
    return new File(App.current().attach().getDataPath(), "user_de/downloads.db");
  }

  @Override
  public boolean onCreate() {
    // What an earlier process did not end.
    boolean app = !App.current().attach().getPackageName().isEmpty();
    if (app && file().exists()) {
      try (Cursor c = db().rawQuery("SELECT _id FROM downloads WHERE status<" + SUCCESS, null)) {
        while (c.moveToNext()) new Download(this, c.getLong(0)).begin();
      }
    }
    return true;
  }

  synchronized SQLiteDatabase db() {
    if (db != null) return db;
    file().getParentFile().mkdirs();
    db = SQLiteDatabase.openOrCreateDatabase(file(), null);
    TreeSet<String> names = new TreeSet<>(List.of("_data", "mediaprovider_uri", "scanned", "headers"));
    for (Field f : Downloads.Impl.class.getFields()) {
      try {
        boolean column = f.getType() == String.class && f.getName().matches("(COLUMN_|_).*");
        if (column && f.get(null) instanceof String s && s.matches("_?[a-z][a-z0-9_]*")) names.add(s);
      } catch (IllegalAccessException e) {
        // Not a constant.
      }
    }
    names.remove("_id");
    StringBuilder sql = new StringBuilder("CREATE TABLE IF NOT EXISTS downloads (_id INTEGER PRIMARY KEY AUTOINCREMENT");
    for (String n : names) sql.append(", \"").append(n).append(n.matches(NUMBERS) ? "\" INTEGER" : "\" TEXT");
    db.execSQL(sql.append(")").toString());
    return db;
  }

  private static String where(Uri uri, String where) {
    String last = uri.getLastPathSegment();
    String all = last != null && last.matches("\\d+") ? "_id=" + last : "1";
    return where == null || where.isEmpty() ? all : all + " AND (" + where + ")";
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    Cursor c = db().query(NAMED, columns, where(uri, where), values, null, null, order);
    c.setNotificationUri(getContext().getContentResolver(), Downloads.Impl.CONTENT_URI);
    return c;
  }

  @Override
  public String getType(Uri uri) {
    try (Cursor c = query(uri, new String[] {"mimetype"}, null, null, null)) {
      return c.moveToFirst() && c.getString(0) != null ? c.getString(0) : "vnd.android.cursor.dir/download";
    }
  }

  @Override
  public Uri insert(Uri uri, ContentValues given) {
    ContentValues v = new ContentValues();
    StringBuilder headers = new StringBuilder();
    for (String key : new TreeSet<>(given.keySet())) {
      Object value = given.get(key);
      if (key.startsWith(HEADER)) headers.append(value).append('\n');
      else if (value instanceof Boolean b) v.put(key, b ? 1 : 0);
      else v.put(key, value == null ? null : value.toString());
    }
    v.put("headers", headers.toString());
    boolean whole = given.getAsInteger("status") != null && given.getAsInteger("status") == SUCCESS;
    if (!whole) {
      v.put("status", PENDING);
      v.put("total_bytes", -1);
      v.put("current_bytes", 0);
      v.put("deleted", 0);
    }
    v.put("lastmod", System.currentTimeMillis());
    long id = db().insertOrThrow("downloads", null, v);
    if (!whole) new Download(this, id).begin();
    return ContentUris.withAppendedId(Downloads.Impl.CONTENT_URI, id);
  }

  /** A download tells of itself; false = nobody wants it any more. */
  boolean say(long id, ContentValues v) {
    v.put("lastmod", System.currentTimeMillis());
    int rows = db().update("downloads", v, "_id=" + id, null);
    getContext().getContentResolver().notifyChange(Downloads.Impl.CONTENT_URI, null);
    return rows > 0;
  }

  @Override
  public int delete(Uri uri, String where, String[] values) {
    try (Cursor c = query(uri, new String[] {"_data"}, where, values, null)) {
      while (c.moveToNext()) if (c.getString(0) != null) new File(c.getString(0)).delete();
    }
    return db().delete("downloads", where(uri, where), values);
  }

  @Override
  public int update(Uri uri, ContentValues change, String where, String[] values) {
    return db().update("downloads", change, where(uri, where), values);
  }

  /** DownloadManager makes sure of folders by it. */
  @Override
  public Bundle call(String method, String arg, Bundle extras) {
    return new Bundle();
  }

  @Override
  public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
    try (Cursor c = query(uri, new String[] {"_data"}, null, null, null)) {
      if (!c.moveToFirst() || c.getString(0) == null) throw new FileNotFoundException("No filename found for " + uri);
      return ParcelFileDescriptor.open(new File(c.getString(0)), ParcelFileDescriptor.parseMode(mode));
    }
  }
}
