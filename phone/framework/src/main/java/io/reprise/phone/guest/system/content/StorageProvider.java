package io.reprise.phone.guest.system.content;

import android.content.res.AssetFileDescriptor;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.graphics.Point;
import android.net.Uri;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.Environment;
import android.os.FileUtils;
import android.os.ParcelFileDescriptor;
import android.provider.DocumentsContract;
import android.provider.DocumentsContract.Document;
import android.provider.DocumentsContract.Root;
import android.provider.DocumentsProvider;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The shared storage as documents (com.android.externalstorage.documents), by
 * Android's own DocumentsProvider. Documents are named as on a phone:
 * primary:Download/a.txt.
 */
public final class StorageProvider extends DocumentsProvider {
  public static final String AUTHORITY = "com.android.externalstorage.documents";
  public static final String ROOT = "primary";
  static final String PERMISSION = "android.permission.MANAGE_DOCUMENTS";
  private static final String[] ROOT_COLUMNS = {Root.COLUMN_ROOT_ID, Root.COLUMN_FLAGS, Root.COLUMN_TITLE,
      Root.COLUMN_DOCUMENT_ID, Root.COLUMN_AVAILABLE_BYTES, Root.COLUMN_ICON};
  private static final String[] COLUMNS = {Document.COLUMN_DOCUMENT_ID, Document.COLUMN_MIME_TYPE,
      Document.COLUMN_DISPLAY_NAME, Document.COLUMN_LAST_MODIFIED, Document.COLUMN_FLAGS, Document.COLUMN_SIZE};

  @Override
  public boolean onCreate() {
    return true;
  }

  // --- names ---

  private static File root() {
    return Environment.getExternalStorageDirectory();
  }

  /** The file of a document; none lies outside the storage. */
  public static File file(String id) throws FileNotFoundException {
    int colon = id.indexOf(':');
    if (colon < 0 || !id.substring(0, colon).equals(ROOT)) throw new FileNotFoundException("No root for " + id);
    String path = id.substring(colon + 1);
    for (String part : path.split("/")) {
      if (part.equals("..")) throw new FileNotFoundException("Missing file for " + id);
    }
    File f = path.isEmpty() ? root() : new File(root(), path);
    try {
      String inside = root().getCanonicalPath();
      String real = f.getCanonicalPath();
      if (!real.equals(inside) && !real.startsWith(inside + "/")) {
        throw new FileNotFoundException("Missing file for " + id);
      }
    } catch (IOException e) {
      throw new FileNotFoundException(e.getMessage());
    }
    return f;
  }

  private static File existing(String id) throws FileNotFoundException {
    File f = file(id);
    if (!f.exists()) throw new FileNotFoundException("Missing file for " + id + " at " + f);
    return f;
  }

  /** The document of a file of the storage. */
  public static String id(File f) {
    String path = f.getPath();
    String inside = root().getPath();
    return ROOT + ":" + (path.equals(inside) ? "" : path.substring(inside.length() + 1));
  }

  // --- what Android asks for ---

  @Override
  public Cursor queryRoots(String[] columns) {
    MatrixCursor c = new MatrixCursor(columns != null ? columns : ROOT_COLUMNS);
    c.newRow().add(Root.COLUMN_ROOT_ID, ROOT).add(Root.COLUMN_TITLE, "Internal storage")
        .add(Root.COLUMN_DOCUMENT_ID, ROOT + ":")
        .add(Root.COLUMN_FLAGS, Root.FLAG_LOCAL_ONLY | Root.FLAG_SUPPORTS_CREATE | Root.FLAG_SUPPORTS_IS_CHILD)
        .add(Root.COLUMN_AVAILABLE_BYTES, root().getUsableSpace());
    return c;
  }

  @Override
  public Cursor queryDocument(String id, String[] columns) throws FileNotFoundException {
    MatrixCursor c = new MatrixCursor(columns != null ? columns : COLUMNS);
    row(c, existing(id));
    return c;
  }

  @Override
  public Cursor queryChildDocuments(String parent, String[] columns, String order) throws FileNotFoundException {
    MatrixCursor c = new MatrixCursor(columns != null ? columns : COLUMNS);
    for (File f : children(existing(parent))) row(c, f);
    c.setNotificationUri(getContext().getContentResolver(),
        DocumentsContract.buildChildDocumentsUri(AUTHORITY, parent));
    return c;
  }

  /** What a folder shows, in an order that is the same each time. */
  private static File[] children(File folder) {
    File[] all = folder.listFiles((f, name) -> !name.startsWith("."));
    if (all == null) return new File[0];
    Arrays.sort(all, Comparator.comparing(File::getName));
    return all;
  }

  private void row(MatrixCursor c, File f) {
    boolean folder = f.isDirectory();
    String type = Mime.of(f);
    int flags = Document.FLAG_SUPPORTS_DELETE | Document.FLAG_SUPPORTS_RENAME;
    flags |= folder ? Document.FLAG_DIR_SUPPORTS_CREATE : Document.FLAG_SUPPORTS_WRITE;
    if (type.startsWith("image/")) flags |= Document.FLAG_SUPPORTS_THUMBNAIL;
    c.newRow().add(Document.COLUMN_DOCUMENT_ID, id(f)).add(Document.COLUMN_MIME_TYPE, type)
        .add(Document.COLUMN_DISPLAY_NAME, f.equals(root()) ? "Internal storage" : f.getName())
        .add(Document.COLUMN_LAST_MODIFIED, f.lastModified()).add(Document.COLUMN_FLAGS, flags)
        .add(Document.COLUMN_SIZE, f.length());
  }

  @Override
  public String getDocumentType(String id) throws FileNotFoundException {
    return Mime.of(existing(id));
  }

  @Override
  public boolean isChildDocument(String parent, String id) {
    try {
      String above = file(parent).getCanonicalPath();
      return (file(id).getCanonicalPath() + "/").startsWith(above + "/");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String createDocument(String parent, String type, String name) throws FileNotFoundException {
    File folder = existing(parent);
    File f = FileUtils.buildUniqueFile(folder, type, FileUtils.buildValidFatFilename(name));
    boolean made;
    try {
      made = Document.MIME_TYPE_DIR.equals(type) ? f.mkdir() : f.createNewFile();
    } catch (IOException e) {
      throw new IllegalStateException("Failed to touch " + f + ": " + e);
    }
    if (!made) throw new IllegalStateException("Failed to create " + f);
    changed(f);
    return id(f);
  }

  @Override
  public String renameDocument(String id, String name) throws FileNotFoundException {
    File before = existing(id);
    File after = FileUtils.buildUniqueFile(before.getParentFile(), FileUtils.buildValidFatFilename(name));
    if (!before.renameTo(after)) throw new IllegalStateException("Failed to rename to " + after);
    changed(after);
    return id(after).equals(id) ? null : id(after);
  }

  @Override
  public void deleteDocument(String id) throws FileNotFoundException {
    File f = existing(id);
    if (f.isDirectory()) FileUtils.deleteContents(f);
    if (!f.delete()) throw new IllegalStateException("Failed to delete " + f);
    changed(f);
  }

  private void changed(File f) {
    getContext().getContentResolver().notifyChange(
        DocumentsContract.buildChildDocumentsUri(AUTHORITY, id(f.getParentFile())), null);
  }

  @Override
  public ParcelFileDescriptor openDocument(String id, String mode, CancellationSignal signal)
      throws FileNotFoundException {
    return ParcelFileDescriptor.open(existing(id), ParcelFileDescriptor.parseMode(mode));
  }

  @Override
  public AssetFileDescriptor openDocumentThumbnail(String id, Point size, CancellationSignal signal)
      throws FileNotFoundException {
    return new AssetFileDescriptor(openDocument(id, "r", signal), 0, AssetFileDescriptor.UNKNOWN_LENGTH);
  }

  // --- who may ask ---

  @Override
  public Cursor query(Uri uri, String[] columns, Bundle args, CancellationSignal signal) {
    Access.need(this, uri, false, PERMISSION);
    return super.query(uri, columns, args, signal);
  }

  @Override
  public String getType(Uri uri) {
    Access.need(this, uri, false, PERMISSION);
    return super.getType(uri);
  }

  @Override
  public ParcelFileDescriptor openFile(Uri uri, String mode, CancellationSignal signal) throws FileNotFoundException {
    Access.need(this, uri, Access.writes(mode), PERMISSION);
    return super.openFile(uri, mode, signal);
  }

  @Override
  public AssetFileDescriptor openAssetFile(Uri uri, String mode, CancellationSignal signal)
      throws FileNotFoundException {
    Access.need(this, uri, Access.writes(mode), PERMISSION);
    return super.openAssetFile(uri, mode, signal);
  }

  @Override
  public AssetFileDescriptor openTypedAssetFile(Uri uri, String type, Bundle args, CancellationSignal signal)
      throws FileNotFoundException {
    Access.need(this, uri, false, PERMISSION);
    return super.openTypedAssetFile(uri, type, args, signal);
  }

  @Override
  public Bundle call(String method, String arg, Bundle extras) {
    Uri uri = extras == null ? null : extras.getParcelable(DocumentsContract.EXTRA_URI);
    if (method.startsWith("android:") && uri != null) {
      boolean reads = method.equals("android:isChildDocument") || method.equals("android:findDocumentPath");
      Access.need(this, uri, !reads, PERMISSION);
    }
    return super.call(method, arg, extras);
  }
}
