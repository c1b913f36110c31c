package io.reprise.phone.guest.system;

import android.content.ContentUris;
import android.content.ContentValues;
import android.content.SearchRecentSuggestionsProvider;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import android.os.Environment;
import android.os.ParcelFileDescriptor;
import android.provider.MediaStore;
import java.io.File;
import java.io.FileNotFoundException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.TreeSet;

/** The media store with its full columns: empty at first, and kept in memory. */
public final class MediaProvider extends SearchRecentSuggestionsProvider {
  private static final String NUMBERS = "media_type|.*date.*|_size|duration|width|height|is_.*|bucket_id|track|year"
      + "|.*_id|number.*|numsongs|orientation";
  private static final List<String> TABLES = List.of("albums", "artists", "genres", "playlists", "thumbnails");
  /** Columns without a constant of their own, or with one that is hidden. */
  private static final List<String> MORE = List.of("_data", "album_art", "audio_id", "playlist_id", "numsongs",
      "bookmark", "mini_thumb_magic", "picasa_id", "format", "storage_id", "old_id", "composer", "album_key",
      "artist_key", "title_key");

  private SQLiteDatabase db;

  @Override
  public boolean onCreate() {
    return true;
  }

  private synchronized SQLiteDatabase db() {
    if (db != null) return db;
    db = SQLiteDatabase.create(null);
    make("files", MediaStore.MediaColumns.class, MediaStore.Files.FileColumns.class,
        MediaStore.Images.ImageColumns.class, MediaStore.Video.VideoColumns.class,
        MediaStore.Audio.AudioColumns.class, MediaStore.DownloadColumns.class);
    make("albums", MediaStore.Audio.AlbumColumns.class, MediaStore.MediaColumns.class);
    make("artists", MediaStore.Audio.ArtistColumns.class, MediaStore.MediaColumns.class);
    make("genres", MediaStore.Audio.GenresColumns.class, MediaStore.MediaColumns.class);
    make("playlists", MediaStore.Audio.PlaylistsColumns.class, MediaStore.MediaColumns.class,
        MediaStore.Audio.AudioColumns.class);
    make("thumbnails", MediaStore.Images.Thumbnails.class, MediaStore.MediaColumns.class);
    return db;
  }

  private void make(String table, Class<?>... columns) {
    TreeSet<String> names = new TreeSet<>(MORE);
    for (Class<?> c : columns) for (Field f : c.getFields()) {
      try {
        if (f.getType() == String.class && f.get(null) instanceof String s && s.matches("_?[a-z][a-z0-9_]*")) {
          names.add(s);
        }
      } catch (IllegalAccessException e) {
        // Not a constant.
      }
    }
    names.remove("_id");
    names.remove("_count");
    StringBuilder sql = new StringBuilder("CREATE TABLE " + table + " (_id INTEGER PRIMARY KEY");
    for (String c : names) sql.append(", \"").append(c).append(c.matches(NUMBERS) ? "\" INTEGER" : "\" TEXT");
    db.execSQL(sql.append(")").toString());
  }

  private static String table(Uri uri) {
    for (String t : TABLES) if (uri.getPathSegments().contains(t)) return t;
    return "files";
  }

  private static int type(Uri uri) {
    List<String> path = uri.getPathSegments();
    return path.size() < 2 ? 0 : switch (path.get(1)) {
      case "images" -> 1;
      case "audio" -> 2;
      case "video" -> 3;
      default -> 0;
    };
  }

  private static String where(Uri uri, String where) {
    String all = where == null || where.isEmpty() ? "1" : "(" + where + ")";
    if (table(uri).equals("files") && type(uri) > 0) all += " AND media_type=" + type(uri);
    String last = uri.getLastPathSegment();
    if (last != null && last.matches("-?\\d+")) all += " AND _id=" + last;
    return all;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    List<String> path = uri.getPathSegments();
    if (path.contains("media_scanner") || path.contains("version") || path.contains("fs_id")) {
      return new MatrixCursor(columns != null ? columns : new String[] {"volume"});
    }
    Cursor c = db().query(table(uri), columns, where(uri, where), values, null, null, order);
    c.setNotificationUri(getContext().getContentResolver(), uri);
    return c;
  }

  @Override
  public String getType(Uri uri) {
    String last = uri.getLastPathSegment();
    String kind = last != null && last.matches("\\d+") ? "item/" : "dir/";
    return "vnd.android.cursor." + kind + switch (type(uri)) {
      case 1 -> "image";
      case 2 -> "audio";
      case 3 -> "video";
      default -> "file";
    };
  }

  @Override
  public Uri insert(Uri uri, ContentValues given) {
    ContentValues v = new ContentValues(given);
    if (table(uri).equals("files")) {
      if (type(uri) > 0) v.put("media_type", type(uri));
      if (v.getAsString("_data") == null) v.put("_data", place(uri, v).getPath());
      File folder = new File(v.getAsString("_data")).getParentFile();
      if (folder != null) {
        v.put("bucket_id", folder.getPath().toLowerCase(java.util.Locale.ROOT).hashCode());
        v.put("bucket_display_name", folder.getName());
      }
    }
    Uri row = ContentUris.withAppendedId(uri, db().insertOrThrow(table(uri), null, v));
    getContext().getContentResolver().notifyChange(row, null);
    return row;
  }

  private static File place(Uri uri, ContentValues v) {
    String folder = v.getAsString("relative_path");
    if (folder == null) {
      folder = switch (type(uri)) {
        case 2 -> Environment.DIRECTORY_MUSIC;
        case 3 -> Environment.DIRECTORY_MOVIES;
        default -> uri.getPathSegments().contains("downloads") ? Environment.DIRECTORY_DOWNLOADS
            : Environment.DIRECTORY_PICTURES;
      };
    }
    String name = v.getAsString("_display_name");
    File to = new File(Environment.getExternalStorageDirectory(), folder);
    to.mkdirs();
    return new File(to, name == null ? Long.toString(android.os.SystemClock.uptimeMillis()) : name);
  }

  @Override
  public int delete(Uri uri, String where, String[] values) {
    return changed(uri, db().delete(table(uri), where(uri, where), values));
  }

  @Override
  public int update(Uri uri, ContentValues change, String where, String[] values) {
    return changed(uri, db().update(table(uri), change, where(uri, where), values));
  }

  private int changed(Uri uri, int rows) {
    if (rows > 0) getContext().getContentResolver().notifyChange(uri, null);
    return rows;
  }

  @Override
  public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
    try (Cursor c = query(uri, new String[] {"_data"}, null, null, null)) {
      if (c.moveToFirst() && c.getString(0) != null) {
        return ParcelFileDescriptor.open(new File(c.getString(0)), ParcelFileDescriptor.parseMode(mode));
      }
    }
    throw new FileNotFoundException(uri.toString());
  }
}
