package io.reprise.phone.guest.system.content;

import android.content.ContentUris;
import android.content.ContentValues;
import android.content.SearchRecentSuggestionsProvider;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import android.os.Environment;
import android.os.FileUtils;
import android.os.ParcelFileDescriptor;
import android.provider.MediaStore;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.app.Grants;
import java.io.File;
import java.io.FileNotFoundException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.TreeSet;

/**
 * The media store with its full columns: the files of the shared storage, and
 * what apps say of them, in memory. An app without permission sees its own.
 */
public final class MediaProvider extends SearchRecentSuggestionsProvider {
  private static final String NUMBERS = "media_type|.*date.*|_size|duration|width|height|is_.*|bucket_id|track|year"
      + "|.*_id|number.*|numsongs|orientation";
  private static final List<String> TABLES = List.of("albums", "artists", "genres", "playlists", "thumbnails");
  /** Columns without a constant of their own, or with one that is hidden. */
  private static final List<String> MORE = List.of("_data", "album_art", "audio_id", "playlist_id", "numsongs",
      "bookmark", "mini_thumb_magic", "picasa_id", "format", "storage_id", "old_id", "composer", "album_key",
      "artist_key", "title_key");

  private final MediaFiles files = new MediaFiles();
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

  private static boolean item(Uri uri) {
    String last = uri.getLastPathSegment();
    return last != null && last.matches("\\d+");
  }

  /** Addresses that the photo picker gives: the rows of all kinds by their numbers. */
  private static boolean picked(Uri uri) {
    return !uri.getPathSegments().isEmpty() && uri.getPathSegments().get(0).equals("picker");
  }

  private String where(Uri uri, String where) {
    String all = where == null || where.isEmpty() ? "1" : "(" + where + ")";
    if (item(uri)) all += " AND _id=" + uri.getLastPathSegment();
    if (!table(uri).equals("files")) return all;
    if (type(uri) > 0 && !picked(uri)) all += " AND media_type=" + type(uri);
    if (uri.getPathSegments().contains("downloads")) all += " AND relative_path LIKE 'Download/%'";
    return all + " AND " + seen(uri);
  }

  /** Which rows the caller may see. */
  private static String seen(Uri uri) {
    if (picked(uri)) return Access.has(uri, false, null) ? "1" : "0";
    if (AsSystem.calls() || Access.has(uri, false, "android.permission.MANAGE_EXTERNAL_STORAGE")) return "1";
    boolean old = App.current().info().targetSdkVersion < 33;
    String kinds = "";
    String[] names = {"IMAGES", "AUDIO", "VIDEO"};
    for (int i = 0; i < names.length; i++) {
      boolean may = old ? has("READ_EXTERNAL_STORAGE") || has("WRITE_EXTERNAL_STORAGE") : has("READ_MEDIA_" + names[i]);
      if (may) kinds += (kinds.isEmpty() ? "" : ",") + (i + 1);
    }
    if (old && !kinds.isEmpty()) kinds += ",0";
    return "(owner_package_name='" + App.name() + "'"
        + (kinds.isEmpty() ? "" : " OR media_type IN (" + kinds + ")") + ")";
  }

  private static boolean has(String permission) {
    return Grants.has("android.permission." + permission);
  }

  /** The tables; what concerns files as they are now. */
  private synchronized SQLiteDatabase db(Uri uri) {
    SQLiteDatabase all = db();
    if (table(uri).equals("files")) files.sync(all);
    return all;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    List<String> path = uri.getPathSegments();
    if (path.contains("media_scanner") || path.contains("version") || path.contains("fs_id")) {
      return new MatrixCursor(columns != null ? columns : new String[] {"volume"});
    }
    Cursor c = db(uri).query(table(uri), columns, where(uri, where), values, null, null, order);
    c.setNotificationUri(getContext().getContentResolver(), uri);
    return c;
  }

  @Override
  public String getType(Uri uri) {
    if (item(uri) && table(uri).equals("files")) {
      String type = AsSystem.ask(() -> one(uri, "mime_type"));
      if (type != null) return type;
    }
    return "vnd.android.cursor." + (item(uri) ? "item/" : "dir/") + switch (type(uri)) {
      case 1 -> "image";
      case 2 -> "audio";
      case 3 -> "video";
      default -> "file";
    };
  }

  private String one(Uri uri, String column) {
    try (Cursor c = query(uri, new String[] {column}, null, null, null)) {
      return c.moveToFirst() ? c.getString(0) : null;
    }
  }

  @Override
  public synchronized Uri insert(Uri uri, ContentValues given) {
    ContentValues v = new ContentValues(given);
    SQLiteDatabase all = db(uri);
    if (table(uri).equals("files")) {
      if (type(uri) > 0) v.put("media_type", type(uri));
      boolean placed = v.getAsString("_data") == null;
      if (placed) v.put("_data", place(uri, v).getPath());
      File file = new File(v.getAsString("_data"));
      try (Cursor c = all.query("files", new String[] {"_id"}, "_data=?", new String[] {file.getPath()}, null, null,
          null)) {
        if (c.moveToFirst()) {
          all.update("files", v, "_id=" + c.getLong(0), null);
          return ContentUris.withAppendedId(uri, c.getLong(0));
        }
      }
      MediaFiles.named(v, file);
      if (!AsSystem.calls()) v.put("owner_package_name", App.name());
      long now = System.currentTimeMillis() / 1000;
      v.put("date_added", now);
      if (!v.containsKey("date_modified")) v.put("date_modified", now);
      v.put("_id", MediaFiles.number(all, file.getPath()));
      files.await(v.getAsLong("_id"));
    }
    Uri row = ContentUris.withAppendedId(uri, all.insertOrThrow(table(uri), null, v));
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
    if (List.of(folder.split("/")).contains("..")) throw new IllegalArgumentException("Invalid path " + folder);
    String name = v.getAsString("_display_name");
    String type = v.getAsString("mime_type");
    if (name == null) name = Long.toString(System.currentTimeMillis());
    File to = new File(Environment.getExternalStorageDirectory(), folder);
    to.mkdirs();
    try {
      name = FileUtils.buildValidFatFilename(name);
      return type == null ? FileUtils.buildUniqueFile(to, name) : FileUtils.buildUniqueFile(to, type, name);
    } catch (FileNotFoundException e) {
      throw new IllegalStateException("Failed to build unique file: " + to + " " + name, e);
    }
  }

  @Override
  public synchronized int delete(Uri uri, String where, String[] values) {
    SQLiteDatabase all = db(uri);
    String which = where(uri, where);
    if (table(uri).equals("files")) {
      try (Cursor c = all.query("files", new String[] {"_data"}, which, values, null, null, null)) {
        while (c.moveToNext()) new File(c.getString(0)).delete();
      }
    }
    return changed(uri, all.delete(table(uri), which, values));
  }

  @Override
  public synchronized int update(Uri uri, ContentValues change, String where, String[] values) {
    return changed(uri, db(uri).update(table(uri), change, where(uri, where), values));
  }

  private int changed(Uri uri, int rows) {
    if (rows > 0) getContext().getContentResolver().notifyChange(uri, null);
    return rows;
  }

  @Override
  public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
    String path = one(uri, "_data");
    if (path == null && AsSystem.ask(() -> one(uri, "_data")) != null) {
      throw new SecurityException(App.name() + " has no access to " + uri);
    }
    if (path == null) throw new FileNotFoundException("No item at " + uri);
    if (Access.writes(mode) && !mayWrite(uri)) {
      throw new SecurityException(App.name() + " has no access to " + uri);
    }
    return ParcelFileDescriptor.open(new File(path), ParcelFileDescriptor.parseMode(mode));
  }

  /** What is another's is written only with the old permission, or a grant. */
  private boolean mayWrite(Uri uri) {
    if (picked(uri)) return false;
    return App.name().equals(one(uri, "owner_package_name")) || Access.has(uri, true, null)
        || has("MANAGE_EXTERNAL_STORAGE")
        || App.current().info().targetSdkVersion < 30 && has("WRITE_EXTERNAL_STORAGE");
  }
}
