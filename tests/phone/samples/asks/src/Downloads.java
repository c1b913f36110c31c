package io.reprise.asks;

import android.app.DownloadManager;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.database.Cursor;
import android.net.Uri;
import android.os.Environment;
import android.os.ParcelFileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;

/** Downloads by Android's DownloadManager. */
final class Downloads {
  private static BroadcastReceiver listening;

  private Downloads() {}

  static void act(Context c, Intent given) throws Exception {
    DownloadManager m = c.getSystemService(DownloadManager.class);
    if (listening == null) {
      listening = new BroadcastReceiver() {
        @Override
        public void onReceive(Context context, Intent intent) {
          long id = intent.getLongExtra(DownloadManager.EXTRA_DOWNLOAD_ID, -1);
          Main.say("complete " + id);
          status(m, id);
        }
      };
      c.getApplicationContext().registerReceiver(listening,
          new IntentFilter(DownloadManager.ACTION_DOWNLOAD_COMPLETE), Context.RECEIVER_EXPORTED);
    }
    if (given.hasExtra("url")) {
      DownloadManager.Request r = new DownloadManager.Request(Uri.parse(given.getStringExtra("url")));
      r.setTitle("A file");
      r.addRequestHeader("X-Asks", "yes");
      if (given.getBooleanExtra("own", false)) r.setDestinationInExternalFilesDir(c, null, "own.bin");
      else r.setDestinationInExternalPublicDir(Environment.DIRECTORY_DOWNLOADS, "got.bin");
      Main.say("enqueued " + m.enqueue(r));
    }
    if (given.hasExtra("status")) status(m, given.getIntExtra("status", 0));
    if (given.hasExtra("remove")) Main.say("removed " + m.remove(given.getIntExtra("remove", 0)));
    if (given.hasExtra("open")) {
      try (ParcelFileDescriptor f = m.openDownloadedFile(given.getIntExtra("open", 0));
          InputStream in = new FileInputStream(f.getFileDescriptor())) {
        byte[] some = new byte[100];
        int n = in.read(some);
        Main.say("open " + new String(some, 0, n, "UTF-8"));
      }
    }
  }

  static void status(DownloadManager m, long id) {
    try (Cursor c = m.query(new DownloadManager.Query().setFilterById(id))) {
      if (!c.moveToFirst()) {
        Main.say("status none");
        return;
      }
      Main.say("status " + c.getInt(c.getColumnIndexOrThrow(DownloadManager.COLUMN_STATUS)) + " "
          + c.getInt(c.getColumnIndexOrThrow(DownloadManager.COLUMN_REASON)) + " "
          + c.getLong(c.getColumnIndexOrThrow(DownloadManager.COLUMN_BYTES_DOWNLOADED_SO_FAR)) + " "
          + c.getLong(c.getColumnIndexOrThrow(DownloadManager.COLUMN_TOTAL_SIZE_BYTES)) + " "
          + c.getString(c.getColumnIndexOrThrow(DownloadManager.COLUMN_TITLE)) + " "
          + c.getString(c.getColumnIndexOrThrow(DownloadManager.COLUMN_MEDIA_TYPE)) + " "
          + m.getUriForDownloadedFile(id));
    }
  }
}
