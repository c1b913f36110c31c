package io.reprise.surfaces;

import android.app.Activity;
import android.content.Intent;
import android.graphics.Bitmap;
import android.os.Bundle;
import android.util.Log;
import android.view.View;
import android.view.WindowManager;
import android.widget.FrameLayout;

/** Has one view of 200 by 100 pixels at 20, 100 of its window; does what "do" of an intent says. */
abstract class Screen extends Activity {
  FrameLayout frame;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    getWindow().addFlags(WindowManager.LayoutParams.FLAG_FULLSCREEN);
    requestWindowFeature(android.view.Window.FEATURE_NO_TITLE);
    frame = new FrameLayout(this);
    frame.setBackgroundColor(0xffeeeeee);
    FrameLayout.LayoutParams p = new FrameLayout.LayoutParams(200, 100);
    p.leftMargin = 20;
    p.topMargin = 100;
    frame.addView(make(), p);
    setContentView(frame);
    onNewIntent(getIntent());
  }

  @Override
  protected void onNewIntent(Intent intent) {
    super.onNewIntent(intent);
    String what = intent.getStringExtra("do");
    if (what == null) return;
    try {
      act(what);
    } catch (Exception e) {
      say("thrown " + e);
    }
  }

  abstract View make();

  abstract void act(String what) throws Exception;

  static String color(Bitmap b, int x, int y) {
    return b.getWidth() + "x" + b.getHeight() + " " + Integer.toHexString(b.getPixel(x, y));
  }

  static void say(String line) {
    Log.i("surfaces", line);
  }
}
