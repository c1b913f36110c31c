package io.reprise.phone.guest.feed.camera;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.RectF;
import android.util.Size;
import io.reprise.phone.guest.LogLines;
import io.reprise.phone.guest.feed.Feeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import reprise.PhoneFeed.PhoneFeeds;

/**
 * What a camera sees: the host's picture, in the middle of it as much as has the
 * form asked for. Without one a coloured pattern. What was made of it is kept,
 * since it is asked for thirty times a second. Any thread.
 */
public final class Scene {
  public static final int BACK = 0;
  public static final int FRONT = 1;
  static final int CAMERAS = 2;
  /** The largest first. */
  static final Size[] SIZES = {new Size(1920, 1080), new Size(1280, 960), new Size(1280, 720), new Size(640, 480),
      new Size(320, 240), new Size(176, 144)};
  private static final int MAX_KEPT = 4;
  private static final int PATTERN_WIDTH = 640;
  private static final int PATTERN_HEIGHT = 480;

  private record Key(int camera, int width, int height, int quality) {}

  /** Quality 0 = NV21. */
  private static final Map<Key, byte[]> KEPT = new LinkedHashMap<>();
  private static final Map<Integer, Bitmap> PICTURES = new LinkedHashMap<>();
  private static final Map<Key, Bitmap> PREVIEWS = new LinkedHashMap<>();

  private Scene() {}

  /** Something else is to be seen, or may be. */
  public static synchronized void changed() {
    KEPT.clear();
    PICTURES.clear();
    PREVIEWS.clear();
  }

  private static PhoneFeeds.File file(int camera) {
    PhoneFeeds feeds = Feeds.get();
    return camera == FRONT && feeds.hasFrontCamera() ? feeds.getFrontCamera() : feeds.getBackCamera();
  }

  /** A copy of its own as JPEG; the host's own bytes if they are one of that size. */
  public static synchronized byte[] jpeg(int camera, int width, int height, int quality) {
    return kept(new Key(camera, width, height, Math.max(1, Math.min(100, quality)))).clone();
  }

  /** A copy of its own in Android's old preview format: all of Y, then V and U in turn. */
  public static synchronized byte[] nv21(int camera, int width, int height) {
    return kept(new Key(camera, width, height, 0)).clone();
  }

  /** For a surface; not to be changed. */
  public static synchronized Bitmap preview(int camera, int width, int height) {
    Key key = new Key(camera, width, height, 0);
    Bitmap made = PREVIEWS.get(key);
    if (made != null) return made;
    if (PREVIEWS.size() >= MAX_KEPT) PREVIEWS.remove(PREVIEWS.keySet().iterator().next());
    made = scaled(key);
    made.setDensity(Bitmap.DENSITY_NONE);
    PREVIEWS.put(key, made);
    return made;
  }

  /** All of Y, U, V one after the other. */
  static byte[] i420(int camera, int width, int height) {
    byte[] nv21 = nv21(camera, width, height);
    byte[] out = nv21.clone();
    int luma = width * height;
    int chroma = (nv21.length - luma) / 2;
    for (int i = 0; i < chroma; i++) {
      out[luma + i] = nv21[luma + 2 * i + 1];
      out[luma + chroma + i] = nv21[luma + 2 * i];
    }
    return out;
  }

  /** The whole picture, as it is; not to be changed. */
  public static synchronized Bitmap picture(int camera) {
    Bitmap kept = PICTURES.get(camera);
    if (kept != null) return kept;
    String path = file(camera).getPath();
    Bitmap picture = path.isEmpty() ? null : BitmapFactory.decodeFile(path);
    if (picture == null && !path.isEmpty()) {
      LogLines.add("system", android.util.Log.WARN, "reprise", "cannot read the picture " + file(camera).getName());
    }
    if (picture == null) picture = pattern();
    PICTURES.put(camera, picture);
    return picture;
  }

  private static byte[] kept(Key key) {
    byte[] made = KEPT.get(key);
    if (made != null) return made;
    made = key.quality() == 0 ? nv21(scaled(key)) : jpeg(key);
    if (KEPT.size() >= MAX_KEPT) KEPT.remove(KEPT.keySet().iterator().next());
    KEPT.put(key, made);
    return made;
  }

  private static Bitmap scaled(Key key) {
    Bitmap all = picture(key.camera());
    float scale = Math.max((float) key.width() / all.getWidth(), (float) key.height() / all.getHeight());
    float width = all.getWidth() * scale;
    float height = all.getHeight() * scale;
    Bitmap out = Bitmap.createBitmap(key.width(), key.height(), Bitmap.Config.ARGB_8888);
    float left = (key.width() - width) / 2;
    float top = (key.height() - height) / 2;
    new Canvas(out).drawBitmap(all, null, new RectF(left, top, left + width, top + height),
        new Paint(Paint.FILTER_BITMAP_FLAG));
    return out;
  }

  private static byte[] jpeg(Key key) {
    Bitmap all = picture(key.camera());
    String path = file(key.camera()).getPath();
    if (!path.isEmpty() && all.getWidth() == key.width() && all.getHeight() == key.height()) {
      try {
        byte[] bytes = Files.readAllBytes(Path.of(path));
        if (bytes.length > 2 && bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xd8) return bytes;
      } catch (IOException e) {
        // Then it is made of what was read before.
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    scaled(key).compress(Bitmap.CompressFormat.JPEG, key.quality(), out);
    return out.toByteArray();
  }

  /** By the formulas of JFIF, colours of the upper left of each four pixels. */
  private static byte[] nv21(Bitmap b) {
    int width = b.getWidth();
    int height = b.getHeight();
    int[] row = new int[width];
    int pairs = (width + 1) / 2;
    byte[] out = new byte[width * height + 2 * pairs * ((height + 1) / 2)];
    int at = width * height;
    for (int y = 0; y < height; y++) {
      b.getPixels(row, 0, width, 0, y, width, 1);
      for (int x = 0; x < width; x++) {
        int red = row[x] >> 16 & 255;
        int green = row[x] >> 8 & 255;
        int blue = row[x] & 255;
        out[y * width + x] = (byte) Math.round(0.299f * red + 0.587f * green + 0.114f * blue);
        if (y % 2 != 0 || x % 2 != 0) continue;
        out[at++] = chroma(0.5f * red - 0.4187f * green - 0.0813f * blue);
        out[at++] = chroma(-0.1687f * red - 0.3313f * green + 0.5f * blue);
      }
    }
    return out;
  }

  private static byte chroma(float value) {
    return (byte) Math.max(0, Math.min(255, Math.round(128 + value)));
  }

  private static Bitmap pattern() {
    Bitmap out = Bitmap.createBitmap(PATTERN_WIDTH, PATTERN_HEIGHT, Bitmap.Config.ARGB_8888);
    int[] row = new int[PATTERN_WIDTH];
    for (int y = 0; y < PATTERN_HEIGHT; y++) {
      for (int x = 0; x < PATTERN_WIDTH; x++) {
        row[x] = 0xff000000 | x * 255 / PATTERN_WIDTH << 16 | y * 255 / PATTERN_HEIGHT << 8 | (x ^ y) & 255;
      }
      out.setPixels(row, 0, PATTERN_WIDTH, 0, y, PATTERN_WIDTH, 1);
    }
    return out;
  }
}
