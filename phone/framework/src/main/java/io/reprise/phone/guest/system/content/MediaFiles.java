package io.reprise.phone.guest.system.content;

import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.graphics.BitmapFactory;
import android.os.Environment;
import java.io.File;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes the rows of the media store those of the files in the shared storage,
 * as Android's scanner does: before each question, since files come and go by
 * adb, too. A file's number follows from its path, so that its address means
 * the same in every process.
 */
final class MediaFiles {
  private static final int MAX_FILES = 20_000;
  private static final int MAX_DEPTH = 20;

  /** Rows that an app made of files that it has yet to write. */
  private final Set<Long> awaited = new HashSet<>();

  private record Known(long id, long size, long modified) {}

  /** A number for a path that no other row has. */
  static long number(SQLiteDatabase db, String path) {
    String below = path.startsWith(root()) ? path.substring(root().length()) : path;
    for (long id = below.hashCode() & 0x7fffffffL; ; id++) {
      try (Cursor c = db.rawQuery("SELECT 1 FROM files WHERE _id=" + Math.max(id, 1), null)) {
        if (!c.moveToFirst()) return Math.max(id, 1);
      }
    }
  }

  private static String root() {
    return Environment.getExternalStorageDirectory().getPath();
  }

  void await(long id) {
    awaited.add(id);
  }

  /** Rows as the files are now. */
  void sync(SQLiteDatabase db) {
    Map<String, Known> known = new HashMap<>();
    try (Cursor c = db.rawQuery("SELECT _id, _data, _size, date_modified FROM files WHERE _data IS NOT NULL", null)) {
      while (c.moveToNext()) known.put(c.getString(1), new Known(c.getLong(0), c.getLong(2), c.getLong(3)));
    }
    for (Map.Entry<String, File> f : files().entrySet()) {
      Known row = known.remove(f.getKey());
      long modified = f.getValue().lastModified() / 1000;
      if (row == null) {
        ContentValues v = describe(f.getValue());
        v.put("_id", number(db, f.getKey()));
        v.put("date_added", modified);
        db.insertOrThrow("files", null, v);
      } else if (row.size() != f.getValue().length() || row.modified() != modified) {
        db.update("files", changed(f.getValue()), "_id=" + row.id(), null);
        awaited.remove(row.id());
      }
    }
    for (Known gone : known.values()) {
      if (!awaited.contains(gone.id())) db.delete("files", "_id=" + gone.id(), null);
    }
  }

  /** By their paths, sorted, without what is hidden and what belongs to apps. */
  private static Map<String, File> files() {
    Map<String, File> all = new TreeMap<>();
    File root = new File(root());
    File apps = new File(root, "Android");
    Deque<File> folders = new ArrayDeque<>();
    Deque<Integer> depths = new ArrayDeque<>();
    folders.push(root);
    depths.push(0);
    while (!folders.isEmpty() && all.size() < MAX_FILES) {
      File folder = folders.pop();
      int depth = depths.pop();
      File[] here = folder.listFiles((f, name) -> !name.startsWith("."));
      if (here == null || new File(folder, ".nomedia").exists()) continue;
      Arrays.sort(here);
      for (File f : here) {
        if (java.nio.file.Files.isSymbolicLink(f.toPath())) continue;
        if (f.isFile()) all.put(f.getPath(), f);
        else if (depth < MAX_DEPTH && !f.equals(apps)) {
          folders.push(f);
          depths.push(depth + 1);
        }
      }
    }
    return all;
  }

  /** All that a file tells of itself. */
  private static ContentValues describe(File f) {
    ContentValues v = changed(f);
    v.put("_data", f.getPath());
    v.put("is_pending", 0);
    v.put("is_trashed", 0);
    v.put("is_favorite", 0);
    v.put("is_drm", 0);
    named(v, f);
    return v;
  }

  /** What follows from its name and place. */
  static void named(ContentValues v, File f) {
    String name = f.getName();
    int dot = name.lastIndexOf('.');
    if (v.getAsString("mime_type") == null) v.put("mime_type", Mime.of(name));
    if (v.getAsInteger("media_type") == null) v.put("media_type", kind(v.getAsString("mime_type")));
    v.put("_display_name", name);
    if (v.getAsString("title") == null) v.put("title", dot > 0 ? name.substring(0, dot) : name);
    v.put("volume_name", "external_primary");
    File folder = f.getParentFile();
    if (folder == null) return;
    boolean inside = folder.getPath().startsWith(root());
    String below = inside ? folder.getPath().substring(root().length()) : folder.getPath();
    v.put("relative_path", below.startsWith("/") ? below.substring(1) + "/" : below + "/");
    v.put("bucket_id", folder.getPath().toLowerCase(java.util.Locale.ROOT).hashCode());
    v.put("bucket_display_name", folder.getName());
  }

  private static ContentValues changed(File f) {
    ContentValues v = new ContentValues();
    v.put("_size", f.length());
    v.put("date_modified", f.lastModified() / 1000);
    if (!Mime.of(f.getName()).startsWith("image/")) return v;
    BitmapFactory.Options bounds = new BitmapFactory.Options();
    bounds.inJustDecodeBounds = true;
    BitmapFactory.decodeFile(f.getPath(), bounds);
    if (bounds.outWidth > 0) {
      v.put("width", bounds.outWidth);
      v.put("height", bounds.outHeight);
      v.put("datetaken", f.lastModified());
      v.put("orientation", 0);
    }
    return v;
  }

  /** MediaStore.Files.FileColumns.MEDIA_TYPE_*. */
  static int kind(String type) {
    if (type.startsWith("image/")) return 1;
    if (type.startsWith("audio/")) return 2;
    return type.startsWith("video/") ? 3 : 0;
  }
}
