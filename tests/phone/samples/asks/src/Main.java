package io.reprise.asks;

import android.app.Activity;
import android.app.PendingIntent;
import android.content.ClipData;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentSender;
import android.content.UriPermission;
import android.database.Cursor;
import android.graphics.Bitmap;
import android.net.Uri;
import android.os.Bundle;
import android.os.Environment;
import android.provider.DocumentsContract;
import android.provider.Settings;
import android.util.Log;
import android.widget.TextView;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/** Does what the extra "do" says; the other extras make an intent. */
public class Main extends Activity {
  private static final int READ_WRITE = Intent.FLAG_GRANT_READ_URI_PERMISSION | Intent.FLAG_GRANT_WRITE_URI_PERMISSION;

  static void say(String what) {
    Log.i("asks", what);
  }

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    TextView text = new TextView(this);
    text.setText(state == null ? "Asks" : "Asks again");
    setContentView(text);
    say(state == null ? "created" : "created again");
    if (state == null) act(getIntent());
  }

  @Override
  protected void onNewIntent(Intent intent) {
    act(intent);
  }

  private void act(Intent given) {
    String what = given.getStringExtra("do");
    if (what == null) return;
    try {
      act(what, given);
    } catch (Exception e) {
      say("threw " + e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  private Intent intent(Intent given) {
    Intent i = new Intent(given.getStringExtra("act"));
    String data = given.getStringExtra("uri");
    String type = given.getStringExtra("typ");
    if (data != null && type != null) i.setDataAndType(Uri.parse(data), type);
    else if (data != null) i.setData(Uri.parse(data));
    else if (type != null) i.setType(type);
    if (given.getBooleanExtra("many", false)) i.putExtra(Intent.EXTRA_ALLOW_MULTIPLE, true);
    if (given.hasExtra("max")) i.putExtra("android.provider.extra.PICK_IMAGES_MAX", given.getIntExtra("max", 1));
    if (given.hasExtra("title")) i.putExtra(Intent.EXTRA_TITLE, given.getStringExtra("title"));
    if (given.hasExtra("text")) i.putExtra(Intent.EXTRA_TEXT, given.getStringExtra("text"));
    if (given.hasExtra("stream")) {
      i.putExtra(Intent.EXTRA_STREAM, Uri.parse(given.getStringExtra("stream")));
      i.addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
    }
    if (given.hasExtra("out")) {
      i.putExtra("output", Uri.parse(given.getStringExtra("out"))).addFlags(READ_WRITE);
    }
    if (given.getBooleanExtra("openable", false)) i.addCategory(Intent.CATEGORY_OPENABLE);
    return i;
  }

  private void act(String what, Intent given) throws Exception {
    Uri uri = given.hasExtra("uri") ? Uri.parse(given.getStringExtra("uri")) : null;
    if (what.equals("ask")) startActivityForResult(intent(given), 7);
    if (what.equals("start")) startActivity(intent(given));
    if (what.equals("who")) {
      ComponentName who = intent(given).resolveActivity(getPackageManager());
      say("who " + (who == null ? "nobody" : who.getShortClassName()));
    }
    if (what.equals("read")) read(uri);
    if (what.equals("write")) {
      try (OutputStream out = getContentResolver().openOutputStream(uri, "wt")) {
        out.write(given.getStringExtra("text").getBytes("UTF-8"));
      }
      say("wrote");
    }
    if (what.equals("take")) {
      getContentResolver().takePersistableUriPermission(uri, given.getIntExtra("modes", 1));
      say("took");
    }
    if (what.equals("kept")) {
      for (UriPermission p : getContentResolver().getPersistedUriPermissions()) {
        say("kept " + p.getUri() + " " + p.isReadPermission() + " " + p.isWritePermission());
      }
      say("kept all");
    }
    if (what.equals("children")) children(uri);
    if (what.equals("rows")) rows(uri, given);
    if (what.equals("check")) say("check " + checkSelfPermission(given.getStringExtra("permission")));
    if (what.equals("special")) {
      say("special " + Settings.canDrawOverlays(this) + " " + Environment.isExternalStorageManager() + " "
          + getSystemService(android.app.AlarmManager.class).canScheduleExactAlarms());
    }
    if (what.equals("locale")) {
      say("locale " + getResources().getConfiguration().getLocales().get(0).toLanguageTag() + " "
          + Locale.getDefault().toLanguageTag());
    }
    if (what.equals("time")) {
      say("time " + TimeZone.getDefault().getID() + " " + android.text.format.DateFormat.is24HourFormat(this) + " "
          + new SimpleDateFormat("HH:mm", Locale.ROOT).format(new Date()) + " "
          + Settings.Global.getInt(getContentResolver(), "auto_time_zone", -1));
    }
    if (what.equals("choose")) choose(given);
    if (what.equals("downloads")) Downloads.act(this, given);
  }

  private void choose(Intent given) {
    Intent told = new Intent(this, Told.class);
    IntentSender sender = PendingIntent.getBroadcast(this, 0, told, PendingIntent.FLAG_MUTABLE).getIntentSender();
    Intent chooser = Intent.createChooser(intent(given), "Share it", sender);
    if (given.getBooleanExtra("except", false)) {
      chooser.putExtra(Intent.EXTRA_EXCLUDE_COMPONENTS, new ComponentName[] {new ComponentName(this, Taker.class)});
    }
    if (given.getBooleanExtra("initial", false)) {
      chooser.putExtra(Intent.EXTRA_INITIAL_INTENTS, new Intent[] {new Intent(this, Taker.class)});
    }
    startActivity(chooser);
  }

  @Override
  protected void onActivityResult(int request, int code, Intent data) {
    say("result " + request + " " + code + " " + (data == null ? "null" : data.getDataString() + ""));
    if (data == null) return;
    List<Uri> all = new ArrayList<>();
    if (data.getData() != null) all.add(data.getData());
    ClipData clip = data.getClipData();
    for (int i = 0; clip != null && i < clip.getItemCount(); i++) {
      if (!all.contains(clip.getItemAt(i).getUri())) all.add(clip.getItemAt(i).getUri());
    }
    if (data.getParcelableExtra("data") instanceof Bitmap) {
      Bitmap b = data.getParcelableExtra("data");
      say("small " + b.getWidth() + "x" + b.getHeight() + " " + Integer.toHexString(b.getPixel(0, 0)));
    }
    for (Uri u : all) {
      try {
        if (DocumentsContract.isTreeUri(u)) children(u);
        else if ("com.android.contacts".equals(u.getAuthority())) contact(u);
        else read(u);
      } catch (Exception e) {
        say("threw " + e.getClass().getSimpleName() + ": " + e.getMessage());
      }
    }
  }

  private void read(Uri uri) throws Exception {
    String name = null;
    String size = null;
    try (Cursor c = getContentResolver().query(uri, new String[] {"_display_name", "_size"}, null, null, null)) {
      if (c != null && c.moveToFirst()) {
        name = c.getString(0);
        size = c.getString(1);
      }
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (InputStream in = getContentResolver().openInputStream(uri)) {
      byte[] some = new byte[10000];
      for (int n; (n = in.read(some)) > 0; ) all.write(some, 0, n);
    }
    StringBuilder digest = new StringBuilder();
    for (byte b : MessageDigest.getInstance("SHA-256").digest(all.toByteArray())) digest.append(String.format("%02x", b));
    say("read " + name + " " + size + " " + getContentResolver().getType(uri) + " " + all.size() + " "
        + digest.substring(0, 16));
  }

  private void contact(Uri uri) {
    try (Cursor c = getContentResolver().query(uri, null, null, null, null)) {
      c.moveToFirst();
      int number = c.getColumnIndex("data1");
      say("contact " + c.getString(c.getColumnIndexOrThrow("display_name")) + " " + c.getString(number));
    }
  }

  private void children(Uri tree) {
    Uri at = DocumentsContract.buildChildDocumentsUriUsingTree(tree, DocumentsContract.getTreeDocumentId(tree));
    try (Cursor c = getContentResolver().query(at, new String[] {"_display_name", "mime_type"}, null, null, null)) {
      while (c.moveToNext()) say("child " + c.getString(0) + " " + c.getString(1));
    }
  }

  private void rows(Uri uri, Intent given) {
    String[] columns = given.getStringExtra("columns").split(",");
    try (Cursor c = getContentResolver().query(uri, columns, given.getStringExtra("where"), null, given.getStringExtra("order"))) {
      while (c.moveToNext()) {
        String[] row = new String[columns.length];
        for (int i = 0; i < row.length; i++) row[i] = c.getString(i);
        say("row " + String.join("|", Arrays.asList(row)));
      }
      say("rows " + c.getCount());
    }
  }
}
