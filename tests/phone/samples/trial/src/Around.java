package io.reprise.trial;

import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import android.content.Intent;
import android.content.res.Configuration;
import android.os.SystemClock;
import android.text.InputType;
import android.view.MotionEvent;
import android.view.View;
import android.webkit.WebView;
import android.widget.EditText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URL;

/** What Main does with the phone around it. */
final class Around {
  private Around() {}

  static void act(final Main main, String what, final Intent intent) {
    if (what.equals("fetch")) {
      new Thread("fetch") {
        @Override
        public void run() {
          fetch(main, intent.getStringExtra("url"));
        }
      }.start();
    }
    if (what.equals("copy")) clipboard(main).setPrimaryClip(ClipData.newPlainText("", "kept text"));
    if (what.equals("paste")) {
      ClipData clip = clipboard(main).getPrimaryClip();
      main.say("pasted " + (clip == null ? null : clip.getItemAt(0).getText()));
    }
    if (what.equals("choose")) {
      Intent send = new Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, "a text");
      main.startActivity(Intent.createChooser(send, "With what?"));
    }
    if (what.equals("configuration")) {
      Configuration c = main.getResources().getConfiguration();
      main.say("configuration " + c.isNightModeActive() + " " + c.fontScale + " " + c.getLocales().get(0) + " "
          + c.orientation + " " + c.densityDpi);
    }
    if (what.equals("edit")) {
      EditText edit = new EditText(main);
      edit.setInputType(InputType.TYPE_CLASS_NUMBER);
      main.setContentView(edit);
      edit.requestFocus();
    }
    if (what.equals("web")) {
      WebView web = new WebView(main);
      main.setContentView(web);
      web.loadUrl("https://example.org/page");
    }
    if (what.equals("touch")) main.setContentView(new Touched(main));
  }

  private static ClipboardManager clipboard(Context context) {
    return (ClipboardManager) context.getSystemService(Context.CLIPBOARD_SERVICE);
  }

  private static void fetch(Main main, String url) {
    long begin = SystemClock.uptimeMillis();
    String got;
    try {
      HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
      connection.setConnectTimeout(3000);
      BufferedReader in = new BufferedReader(new InputStreamReader(connection.getInputStream()));
      got = in.readLine();
      in.close();
    } catch (IOException e) {
      got = e.getClass().getSimpleName();
    }
    main.say("fetched " + got + " in " + (SystemClock.uptimeMillis() - begin) + " ms");
  }

  /** Says where fingers are. */
  private static final class Touched extends View {
    private final Main main;

    Touched(Main main) {
      super(main);
      this.main = main;
    }

    @Override
    public boolean onTouchEvent(MotionEvent e) {
      StringBuilder s = new StringBuilder("touch " + MotionEvent.actionToString(e.getAction()));
      for (int i = 0; i < e.getPointerCount(); i++) s.append(" " + (int) e.getX(i));
      main.say(s + " after " + (e.getEventTime() - e.getDownTime()));
      return true;
    }
  }
}
