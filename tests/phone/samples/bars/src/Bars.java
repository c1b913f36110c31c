package io.reprise.bars;

import android.app.Activity;
import android.app.PictureInPictureParams;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.graphics.Insets;
import android.os.Bundle;
import android.util.Log;
import android.view.MotionEvent;
import android.view.View;
import android.view.WindowInsets;
import android.view.WindowInsetsController;

/** Draws behind the bars, and says what they are. */
public class Bars extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    getWindow().setDecorFitsSystemWindows(false);
    getWindow().setStatusBarColor(0);
    getWindow().setNavigationBarColor(0);
    View view = new View(this) {
      @Override
      public boolean onTouchEvent(MotionEvent e) {
        if (e.getActionMasked() != MotionEvent.ACTION_MOVE) say("touch " + e.getActionMasked());
        return true;
      }
    };
    view.setBackgroundColor(0xff808080);
    setContentView(view);
  }

  @Override
  protected void onNewIntent(Intent intent) {
    WindowInsets all = getWindow().getDecorView().getRootWindowInsets();
    WindowInsetsController controller = getWindow().getInsetsController();
    int light = WindowInsetsController.APPEARANCE_LIGHT_STATUS_BARS
        | WindowInsetsController.APPEARANCE_LIGHT_NAVIGATION_BARS;
    switch (intent.getStringExtra("do")) {
      case "insets":
        say("bars " + at(all.getInsets(WindowInsets.Type.systemBars())));
        say("gestures " + at(all.getInsets(WindowInsets.Type.systemGestures())));
        say("mandatory " + at(all.getInsets(WindowInsets.Type.mandatorySystemGestures())));
        say("tappable " + at(all.getInsets(WindowInsets.Type.tappableElement())));
        say("height " + getResources().getConfiguration().screenHeightDp);
        break;
      case "light":
        controller.setSystemBarsAppearance(light, light);
        break;
      case "hide":
        controller.hide(WindowInsets.Type.systemBars());
        break;
      case "show":
        controller.show(WindowInsets.Type.systemBars());
        break;
      case "picture":
        say("feature " + getPackageManager().hasSystemFeature(PackageManager.FEATURE_PICTURE_IN_PICTURE));
        say("entered " + enterPictureInPictureMode(new PictureInPictureParams.Builder().build())
            + " " + isInPictureInPictureMode());
        break;
      case "adjacent":
        startActivity(new Intent(this, Other.class).addFlags(
            Intent.FLAG_ACTIVITY_LAUNCH_ADJACENT | Intent.FLAG_ACTIVITY_NEW_TASK));
        say("multi " + isInMultiWindowMode());
        break;
      default:
        say("what");
    }
  }

  private static String at(Insets i) {
    return i.left + "," + i.top + "," + i.right + "," + i.bottom;
  }

  static void say(String line) {
    Log.i("bars", line);
  }
}
