package io.reprise.phone.guest.system.ask;

import android.app.Activity;
import android.content.ContentValues;
import android.content.Intent;
import android.graphics.Bitmap;
import android.graphics.drawable.GradientDrawable;
import android.net.Uri;
import android.os.Bundle;
import android.os.Environment;
import android.provider.MediaStore;
import android.util.Log;
import android.view.Gravity;
import android.view.View;
import android.widget.FrameLayout;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.TextView;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.feed.Feeds;
import io.reprise.phone.guest.feed.camera.Scene;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;

/**
 * The camera app: shows what the host feeds, and gives who asked a picture of
 * it, or the host's film. Touch by touch as on a phone: shutter, then Done.
 */
public class CameraActivity extends Activity {
  private static final int QUALITY = 95;
  /** The small picture in the result is within these. */
  private static final int SMALL_PIXELS = 50 * 1024;

  private int camera;
  private boolean taken;
  private boolean video;
  private ImageView finder;
  private LinearLayout controls;
  private TextView words;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    String action = String.valueOf(getIntent().getAction());
    video = action.equals(MediaStore.ACTION_VIDEO_CAPTURE) || action.equals(MediaStore.INTENT_ACTION_VIDEO_CAMERA);
    camera = getIntent().getIntExtra("android.intent.extras.CAMERA_FACING", 0) == 1 ? Scene.FRONT : Scene.BACK;
    getWindow().setStatusBarColor(0xff000000);
    getWindow().setNavigationBarColor(0xff000000);
    FrameLayout all = new FrameLayout(this);
    all.setBackgroundColor(0xff000000);
    finder = new ImageView(this);
    finder.setId(android.R.id.icon);
    finder.setContentDescription("Viewfinder");
    FrameLayout.LayoutParams place = new FrameLayout.LayoutParams(-1, -1);
    place.bottomMargin = dp(140);
    all.addView(finder, place);
    words = new TextView(this);
    words.setId(android.R.id.message);
    words.setTextColor(0xffffffff);
    words.setTextSize(16);
    words.setGravity(Gravity.CENTER);
    words.setPadding(dp(24), dp(48), dp(24), 0);
    all.addView(words, new FrameLayout.LayoutParams(-1, -2, Gravity.TOP));
    controls = new LinearLayout(this);
    controls.setGravity(Gravity.CENTER);
    all.addView(controls, new FrameLayout.LayoutParams(-1, dp(140), Gravity.BOTTOM));
    setContentView(all);
    look();
  }

  private int dp(int n) {
    return Math.round(n * getResources().getDisplayMetrics().density);
  }

  private boolean asked() {
    String action = String.valueOf(getIntent().getAction());
    return action.contains("CAPTURE");
  }

  /** What is to be seen, and the shutter. */
  private void look() {
    taken = false;
    finder.setImageBitmap(Scene.picture(camera));
    controls.removeAllViews();
    boolean film = !Feeds.get().getFilm().getPath().isEmpty();
    words.setText(!video ? "" : film ? "Video" : "There is nothing to film: reprise phone feed FILM.mp4");
    control("Cancel", android.R.id.button2, v -> finish());
    View shutter = new View(this);
    shutter.setId(android.R.id.button1);
    shutter.setContentDescription(video ? "Record" : "Shutter");
    GradientDrawable disc = new GradientDrawable();
    disc.setShape(GradientDrawable.OVAL);
    disc.setColor(video ? 0xffd93025 : 0xffffffff);
    disc.setStroke(dp(4), 0xff9aa0a6);
    shutter.setBackground(disc);
    shutter.setEnabled(!video || film);
    shutter.setClickable(true);
    shutter.setOnClickListener(v -> shot());
    LinearLayout.LayoutParams at = new LinearLayout.LayoutParams(dp(72), dp(72));
    at.setMargins(dp(28), 0, dp(28), 0);
    controls.addView(shutter, at);
    control("Switch", android.R.id.button3, v -> {
      camera = camera == Scene.BACK ? Scene.FRONT : Scene.BACK;
      look();
    }).setContentDescription("Switch camera");
  }

  private TextView control(String text, int id, View.OnClickListener tap) {
    TextView t = new TextView(this);
    t.setId(id);
    t.setText(text);
    t.setTextSize(16);
    t.setTextColor(0xffffffff);
    t.setGravity(Gravity.CENTER);
    t.setPadding(dp(12), dp(16), dp(12), dp(16));
    t.setMinWidth(dp(80));
    t.setClickable(true);
    t.setOnClickListener(tap);
    controls.addView(t);
    return t;
  }

  private void shot() {
    if (!asked()) {
      save();
      words.setText("Saved");
      return;
    }
    taken = true;
    controls.removeAllViews();
    control("Cancel", android.R.id.button2, v -> finish());
    control("Retake", android.R.id.button3, v -> look());
    control("Done", android.R.id.button1, v -> done());
  }

  private byte[] picture() {
    Bitmap all = Scene.picture(camera);
    return Scene.jpeg(camera, all.getWidth(), all.getHeight(), QUALITY);
  }

  private byte[] film() throws IOException {
    return Files.readAllBytes(Path.of(Feeds.get().getFilm().getPath()));
  }

  /** Into the phone's own pictures; where, or null. */
  private Uri save() {
    String name = new SimpleDateFormat("yyyyMMdd_HHmmss", Locale.ROOT).format(new Date());
    ContentValues v = new ContentValues();
    v.put("_display_name", (video ? "VID_" : "IMG_") + name + (video ? ".mp4" : ".jpg"));
    v.put("mime_type", video ? "video/mp4" : "image/jpeg");
    v.put("relative_path", Environment.DIRECTORY_DCIM + "/Camera");
    Uri all = video ? MediaStore.Video.Media.EXTERNAL_CONTENT_URI : MediaStore.Images.Media.EXTERNAL_CONTENT_URI;
    Uri to = AsSystem.ask(() -> getContentResolver().insert(all, v));
    return write(to) ? to : null;
  }

  private boolean write(Uri to) {
    try {
      byte[] bytes = video ? film() : picture();
      return AsSystem.get(() -> {
        try (OutputStream out = getContentResolver().openOutputStream(to)) {
          out.write(bytes);
        }
        return true;
      });
    } catch (Exception e) {
      Log.e("Camera", "cannot write to " + to, e);
      return false;
    }
  }

  private void done() {
    Uri to = getIntent().getParcelableExtra(MediaStore.EXTRA_OUTPUT);
    Intent result = null;
    if (to != null) {
      if (!write(to)) {
        finish();
        return;
      }
      if (video) result = new Intent().setData(to);
    } else if (video) {
      to = save();
      result = new Intent().setData(to).addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
    } else {
      result = new Intent("inline-data").putExtra("data", small());
    }
    setResult(RESULT_OK, result);
    finish();
  }

  private Bitmap small() {
    Bitmap all = Scene.picture(camera);
    double scale = Math.min(1, Math.sqrt((double) SMALL_PIXELS / all.getWidth() / all.getHeight()));
    return Bitmap.createScaledBitmap(all, Math.max(1, (int) (all.getWidth() * scale)),
        Math.max(1, (int) (all.getHeight() * scale)), true);
  }

  @Override
  public void onBackPressed() {
    if (taken) look();
    else super.onBackPressed();
  }
}
