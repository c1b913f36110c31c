package io.reprise.trial;

import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.content.SharedPreferences;
import android.content.pm.PackageManager;
import android.database.ContentObserver;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.hardware.camera2.CameraManager;
import android.media.AudioRecord;
import android.media.MediaCodec;
import android.media.MediaRecorder;
import android.net.Uri;
import android.os.Bundle;
import android.os.Handler;
import android.os.IBinder;
import android.util.Log;
import java.util.ArrayList;
import java.util.List;

/** Does what the extra "do" says. */
public class Main extends Screens.Standard {
  private static final List<byte[]> KEPT = new ArrayList<byte[]>();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    act(getIntent());
  }

  @Override
  protected void onNewIntent(Intent intent) {
    super.onNewIntent(intent);
    act(intent);
  }

  private void act(final Intent intent) {
    String what = intent.getStringExtra("do");
    if (what == null) return;
    if (what.equals("throw")) throw new IllegalStateException("as asked");
    if (what.equals("exit")) System.exit(7);
    if (what.equals("kill")) android.os.Process.killProcess(android.os.Process.myPid());
    if (what.equals("loop")) for (long i = 0; ; i++) if (i == -1) return;
    if (what.equals("memory")) while (true) KEPT.add(new byte[8 << 20]);
    if (what.equals("library")) library();
    if (what.equals("thread")) {
      new Thread("worker") {
        @Override
        public void run() {
          throw new IllegalArgumentException("in the background");
        }
      }.start();
    }
    if (what.equals("startForResult")) {
      startActivityForResult(new Intent(this, Screens.Standard.class).putExtra("result", 5), 9);
    }
    if (what.equals("start")) {
      Intent i = new Intent().setClassName(this, "io.reprise.trial.Screens$" + intent.getStringExtra("class"));
      startActivity(i.setFlags(intent.getIntExtra("flags", 0)));
    }
    if (what.equals("permission")) {
      requestPermissions(new String[] {"android.permission.CAMERA", "android.permission.READ_CONTACTS"}, 3);
    }
    if (what.equals("recreate")) new Handler().post(() -> recreate());
    if (what.equals("lacks")) lacks();
    if (what.equals("store")) store();
    if (what.equals("services")) services();
    if (what.equals("broadcasts")) broadcasts();
    if (what.equals("provider")) provider();
    if (what.equals("pending")) pending();
    if (what.equals("keys")) Keys.act(this);
    Beats.act(this, what);
    Around.act(this, what, intent);
  }

  private void library() {
    try {
      System.loadLibrary("trial");
    } catch (UnsatisfiedLinkError e) {
      say("no library");
    }
  }

  private void lacks() {
    try {
      MediaCodec.createDecoderByType("video/avc");
    } catch (Exception e) {
      say("no codec");
    }
    try {
      getSystemService(CameraManager.class).openCamera("0", null, new Handler());
    } catch (Exception e) {
      say("no camera");
    }
    try {
      new AudioRecord(MediaRecorder.AudioSource.MIC, 8000, 16, 2, 8000).startRecording();
    } catch (Exception e) {
      say("no microphone");
    }
  }

  private void store() {
    SharedPreferences p = getSharedPreferences("p", 0);
    int n = p.getInt("n", 0) + 1;
    p.edit().putInt("n", n).commit();
    SQLiteDatabase db = openOrCreateDatabase("d", 0, null);
    db.execSQL("CREATE TABLE IF NOT EXISTS t (a)");
    db.execSQL("INSERT INTO t VALUES (1)");
    Cursor c = db.rawQuery("SELECT count(*) FROM t", null);
    c.moveToFirst();
    say("stored " + n + " " + c.getInt(0));
    c.close();
    db.close();
  }

  private void services() {
    final Intent i = new Intent(this, TrialService.class);
    startService(i);
    startService(i);
    bindService(i, new ServiceConnection() {
      @Override
      public void onServiceConnected(ComponentName name, IBinder binder) {
        say("connected " + ((TrialService.Local) binder).answer());
        unbindService(this);
        stopService(i);
      }

      @Override
      public void onServiceDisconnected(ComponentName name) {}
    }, BIND_AUTO_CREATE);
  }

  private void broadcasts() {
    BroadcastReceiver high = new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent intent) {
        if (isOrderedBroadcast()) setResultData(getResultData() + " high");
        say("registered " + intent.getAction());
      }
    };
    IntentFilter f = new IntentFilter("io.reprise.trial.ORDERED");
    f.setPriority(9);
    registerReceiver(high, f, RECEIVER_EXPORTED);
    sendOrderedBroadcast(new Intent("io.reprise.trial.ORDERED").setPackage(getPackageName()), null,
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context context, Intent intent) {
            say("result" + getResultData());
          }
        }, null, 0, "", null);
    Intent battery = registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
    say("battery " + battery.getIntExtra("level", -1));
  }

  private void provider() {
    Uri uri = Uri.parse("content://io.reprise.trial.provider/x");
    getContentResolver().registerContentObserver(uri, true, new ContentObserver(new Handler()) {
      @Override
      public void onChange(boolean self, Uri changed) {
        say("changed " + changed);
      }
    });
    Cursor c = getContentResolver().query(uri, null, null, null, null);
    c.moveToFirst();
    say("answer " + c.getInt(0));
    getContentResolver().insert(uri, null);
    say("media " + getContentResolver().query(android.provider.MediaStore.Images.Media.EXTERNAL_CONTENT_URI, null,
        null, null, null).getCount());
  }

  private void pending() {
    Intent i = new Intent("io.reprise.trial.ORDERED").setClass(this, TrialReceiver.class).putExtra("text", "later");
    PendingIntent p = PendingIntent.getBroadcast(this, 1, i, PendingIntent.FLAG_IMMUTABLE);
    say("same " + p.equals(PendingIntent.getBroadcast(this, 1, i, PendingIntent.FLAG_IMMUTABLE)));
    try {
      p.send();
    } catch (PendingIntent.CanceledException e) {
      say("cancelled");
    }
    p.cancel();
    try {
      p.send();
    } catch (PendingIntent.CanceledException e) {
      say("cancelled");
    }
  }

  @Override
  protected void onActivityResult(int request, int code, Intent data) {
    say("result " + request + " " + code + " " + (data == null ? null : data.getStringExtra("text")));
  }

  @Override
  public void onRequestPermissionsResult(int request, String[] names, int[] results) {
    StringBuilder s = new StringBuilder("permissions " + request);
    for (int r : results) s.append(r == PackageManager.PERMISSION_GRANTED ? " yes" : " no");
    say(s.toString());
  }
}
