package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.Intent;
import android.graphics.Bitmap;
import android.net.Uri;
import android.os.Bundle;
import android.provider.MediaStore;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Stands in for an app that phones have and this one has not: says what was
 * asked of it. As a camera it takes a picture, always the same one.
 */
public class StandInActivity extends Activity {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 480;

  /** What it stands in for. */
  static String title(Intent intent) {
    String action = String.valueOf(intent.getAction());
    if (action.contains("IMAGE_CAPTURE") || action.contains("CAMERA") || action.contains("VIDEO_CAPTURE")) return "Camera";
    if (action.startsWith("android.settings.")) return "Settings";
    if (action.contains(".DIAL") || action.contains(".CALL")) return "Phone";
    if (action.contains(".SEND")) return "Messages";
    if (action.endsWith(".VIEW") || action.endsWith(".WEB_SEARCH")) {
      return String.valueOf(intent.getScheme()).startsWith("http") ? "Browser" : "Viewer";
    }
    return "Files";
  }

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Intent i = getIntent();
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    int pad = Math.round(24 * getResources().getDisplayMetrics().density);
    all.setPadding(pad, 2 * pad, pad, pad);
    add(all, title(i), 24);
    add(all, "This phone has no such app; this screen stands in for it.", 14);
    add(all, i.getAction(), 14);
    if (i.getDataString() != null) add(all, i.getDataString(), 14);
    if (i.getType() != null) add(all, i.getType(), 14);
    CharSequence text = i.getCharSequenceExtra(Intent.EXTRA_TEXT);
    if (text != null) add(all, text, 14);
    if (MediaStore.ACTION_IMAGE_CAPTURE.equals(i.getAction())) {
      Button take = new Button(this);
      take.setText("Take picture");
      take.setOnClickListener(v -> picture());
      all.addView(take);
    }
    Button close = new Button(this);
    close.setText("Close");
    close.setOnClickListener(v -> finish());
    all.addView(close);
    setContentView(all);
  }

  private void add(LinearLayout to, CharSequence text, int size) {
    TextView t = new TextView(this);
    t.setText(text);
    t.setTextSize(size);
    to.addView(t);
  }

  private void picture() {
    Bitmap bitmap = Bitmap.createBitmap(WIDTH, HEIGHT, Bitmap.Config.ARGB_8888);
    int[] row = new int[WIDTH];
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) row[x] = 0xff000000 | (x * 255 / WIDTH) << 16 | (y * 255 / HEIGHT) << 8 | (x ^ y) & 255;
      bitmap.setPixels(row, 0, WIDTH, 0, y, WIDTH, 1);
    }
    Intent result = new Intent();
    Uri to = getIntent().getParcelableExtra(MediaStore.EXTRA_OUTPUT);
    if (to == null) {
      result.putExtra("data", Bitmap.createScaledBitmap(bitmap, WIDTH / 4, HEIGHT / 4, true));
    } else {
      try (OutputStream out = getContentResolver().openOutputStream(to)) {
        bitmap.compress(Bitmap.CompressFormat.JPEG, 90, out);
      } catch (IOException | SecurityException e) {
        android.util.Log.e("Camera", "cannot write the picture", e);
        finish();
        return;
      }
    }
    setResult(RESULT_OK, result);
    finish();
  }
}
