package io.reprise.phone.guest.system;

import android.app.Activity;
import android.hardware.biometrics.PromptInfo;
import android.os.Bundle;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.feed.person.Fingers;
import java.lang.ref.WeakReference;

/** Asks the user for a finger, in the app's words, as Android's own dialog does. */
public class FingerActivity extends Activity {
  private static WeakReference<FingerActivity> shown = new WeakReference<>(null);

  /** Nothing is asked any more. */
  public static void close() {
    MainThread.handler().post(() -> {
      FingerActivity there = shown.get();
      if (there != null) there.finish();
    });
  }

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    PromptInfo asked = Fingers.prompt();
    if (asked == null) {
      finish();
      return;
    }
    shown = new WeakReference<>(this);
    setFinishOnTouchOutside(false);
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    int pad = Math.round(24 * getResources().getDisplayMetrics().density);
    all.setPadding(pad, pad, pad, pad);
    add(all, asked.getTitle(), 20);
    add(all, asked.getSubtitle(), 16);
    add(all, asked.getDescription(), 14);
    add(all, "Touch the fingerprint sensor", 14);
    Button no = new Button(this);
    no.setText(asked.getNegativeButtonText() == null ? "Cancel" : asked.getNegativeButtonText());
    no.setOnClickListener(v -> Fingers.dismiss(true));
    all.addView(no);
    setContentView(all);
  }

  private void add(LinearLayout to, CharSequence text, int size) {
    if (text == null || text.length() == 0) return;
    TextView t = new TextView(this);
    t.setText(text);
    t.setTextSize(size);
    to.addView(t);
  }

  @Override
  public void onBackPressed() {
    Fingers.dismiss(false);
  }
}
