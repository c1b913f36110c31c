package io.reprise.phone.guest.system.content;

import android.app.DownloadManager;
import android.content.ContentValues;
import android.content.Context;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.os.Environment;
import android.util.Log;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.app.Broadcasts;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;

/** One download, by HTTP, tried again as Android does when the network fails. */
final class Download implements Runnable {
  private static final int TRIES = 5;
  private static final long FIRST_PAUSE_MS = 30_000;
  private static final int PATIENCE_MS = 20_000;
  private static final int TELL_BYTES = 1 << 16;
  private static final int RUNNING = 192;
  private static final int WAITING = 194;
  private static final int SUCCESS = 200;
  private static final int FILE_ERROR = 492;
  private static final int DATA_ERROR = 495;
  private static final int TO_FILE = 4;

  private final DownloadsProvider provider;
  private final long id;

  Download(DownloadsProvider provider, long id) {
    this.provider = provider;
    this.id = id;
  }

  void begin() {
    new Thread(this, "Download-" + id).start();
  }

  @Override
  public void run() {
    int status = DATA_ERROR;
    long pause = FIRST_PAUSE_MS;
    for (int attempt = 0; attempt < TRIES; attempt++, pause *= 2) {
      try {
        status = attempt();
        break;
      } catch (IOException e) {
        Log.w("DownloadManager", "[" + id + "] Failed: " + e);
        if (attempt + 1 == TRIES || !say(WAITING)) break;
        try {
          Thread.sleep(pause);
        } catch (InterruptedException stopped) {
          return;
        }
      }
    }
    if (status == 0 || !say(status)) return;
    Intent told = new Intent(DownloadManager.ACTION_DOWNLOAD_COMPLETE).setPackage(App.name())
        .putExtra(DownloadManager.EXTRA_DOWNLOAD_ID, id);
    Broadcasts.get().send(told, null, null, 0, null, null, false, false, false);
  }

  private boolean say(int status) {
    ContentValues v = new ContentValues();
    v.put("status", status);
    return provider.say(id, v);
  }

  /** The status that it ends with; 0 = it was removed. */
  private int attempt() throws IOException {
    String uri;
    String hint;
    String headers;
    String type;
    int destination;
    try (Cursor c = provider.db().rawQuery(
        "SELECT uri, hint, headers, destination, mimetype FROM downloads WHERE _id=" + id, null)) {
      if (!c.moveToFirst()) return 0;
      uri = c.getString(0);
      hint = c.getString(1);
      headers = c.getString(2);
      destination = c.getInt(3);
      type = c.getString(4);
    }
    if (!say(RUNNING)) return 0;
    HttpURLConnection http = (HttpURLConnection) new URL(uri).openConnection();
    http.setConnectTimeout(PATIENCE_MS);
    http.setReadTimeout(PATIENCE_MS);
    for (String header : headers.split("\n")) {
      int colon = header.indexOf(':');
      if (colon > 0) http.addRequestProperty(header.substring(0, colon), header.substring(colon + 1).trim());
    }
    try {
      int code = http.getResponseCode();
      if (code != HttpURLConnection.HTTP_OK) return code;
      File to = place(destination == TO_FILE && hint != null ? Uri.parse(hint).getPath() : null, uri);
      ContentValues v = new ContentValues();
      v.put("_data", to.getPath());
      v.put("total_bytes", http.getContentLengthLong());
      if (type == null) {
        String said = http.getContentType();
        v.put("mimetype", said == null ? Mime.of(to.getName()) : said.split(";")[0].trim());
      }
      if (!provider.say(id, v)) return 0;
      int status = 0;
      try {
        status = copy(http.getInputStream(), to);
      } finally {
        if (status != SUCCESS) to.delete();
      }
      return status;
    } finally {
      http.disconnect();
    }
  }

  private int copy(InputStream from, File to) throws IOException {
    long done = 0;
    long told = 0;
    byte[] some = new byte[8192];
    OutputStream out;
    try {
      out = new FileOutputStream(to);
    } catch (IOException e) {
      return FILE_ERROR;
    }
    try (InputStream in = from; out) {
      for (int n; (n = in.read(some)) >= 0; ) {
        out.write(some, 0, n);
        done += n;
        if (done - told >= TELL_BYTES) {
          told = done;
          if (!tell(done, false)) return 0;
        }
      }
    }
    return tell(done, true) ? SUCCESS : 0;
  }

  private boolean tell(long done, boolean all) {
    ContentValues v = new ContentValues();
    v.put("current_bytes", done);
    if (all) v.put("total_bytes", done);
    return provider.say(id, v);
  }

  /** A file that is not there yet. */
  private File place(String wanted, String uri) throws IOException {
    String name = Uri.parse(uri).getLastPathSegment();
    if (name == null || name.isBlank()) name = "downloadfile.bin";
    Context context = provider.getContext();
    File f = wanted != null ? new File(wanted) : new File(context.getCacheDir(), name);
    String path = f.getCanonicalPath();
    boolean inside = path.startsWith(Environment.getExternalStorageDirectory().getCanonicalPath() + "/")
        || path.startsWith(context.getDataDir().getCanonicalPath() + "/");
    if (!inside) throw new IOException("Destination must be on external storage: " + path);
    f.getParentFile().mkdirs();
    int dot = f.getName().lastIndexOf('.');
    String stem = dot < 0 ? f.getName() : f.getName().substring(0, dot);
    String end = dot < 0 ? "" : f.getName().substring(dot);
    File free = f;
    for (int n = 1; free.exists(); n++) free = new File(f.getParentFile(), stem + "-" + n + end);
    return free;
  }
}
