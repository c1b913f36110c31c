package io.reprise.phone.guest.system.ask;

import android.content.ClipData;
import android.content.ContentUris;
import android.content.Intent;
import android.database.Cursor;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.net.Uri;
import android.os.Bundle;
import android.provider.MediaStore;
import android.view.View;
import android.widget.FrameLayout;
import android.widget.GridLayout;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.TextView;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.system.Page;
import io.reprise.phone.guest.system.content.Mime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The gallery as a picker: the phone's pictures and films, the newest first, for
 * ACTION_PICK and for Android's photo picker (ACTION_PICK_IMAGES).
 */
public class PhotosActivity extends Page {
  private static final int COLUMNS = 3;
  private static final int MAX_SHOWN = 500;

  private record Photo(long id, String name, String type, String path) {}

  private final Set<Photo> chosen = new LinkedHashSet<>();
  private boolean picker;
  private int most = 1;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    picker = MediaStore.ACTION_PICK_IMAGES.equals(getIntent().getAction());
    if (picker) most = getIntent().getIntExtra(MediaStore.EXTRA_PICK_IMAGES_MAX, 1);
    else if (getIntent().getBooleanExtra(Intent.EXTRA_ALLOW_MULTIPLE, false)) most = MAX_SHOWN;
    setTitle(picker ? "Select a photo" : "Photos");
    show();
  }

  private String wanted() {
    String type = getIntent().getType();
    if (type == null && getIntent().getData() != null) {
      type = getIntent().getData().getPathSegments().contains("video") ? "video/*" : "image/*";
    }
    if (type == null) return "*/*";
    return type.replace("vnd.android.cursor.dir/image", "image/*").replace("vnd.android.cursor.dir/video", "video/*");
  }

  private List<Photo> photos() {
    String[] types = getIntent().getStringArrayExtra(Intent.EXTRA_MIME_TYPES);
    return AsSystem.ask(() -> {
      List<Photo> all = new ArrayList<>();
      try (Cursor c = getContentResolver().query(MediaStore.Files.getContentUri("external"),
          new String[] {"_id", "_display_name", "mime_type", "_data"}, "media_type IN (1,3)", null,
          "date_modified DESC, _display_name")) {
        while (c.moveToNext() && all.size() < MAX_SHOWN) {
          Photo p = new Photo(c.getLong(0), c.getString(1), c.getString(2), c.getString(3));
          boolean fits = types != null && types.length > 0 ? Mime.matches(p.type(), types)
              : Mime.matches(p.type(), wanted());
          if (fits) all.add(p);
        }
      }
      return all;
    });
  }

  private void show() {
    page.removeAllViews();
    bottom.removeAllViews();
    List<Photo> all = photos();
    if (all.isEmpty()) note("No photos or videos");
    GridLayout grid = new GridLayout(this);
    grid.setColumnCount(COLUMNS);
    int side = getResources().getDisplayMetrics().widthPixels / COLUMNS;
    for (Photo p : all) grid.addView(cell(p), side, side);
    page.addView(grid);
    if (most <= 1) return;
    LinearLayout row = buttons();
    button(row, android.R.id.button1, chosen.isEmpty() ? "Add" : "Add (" + chosen.size() + ")",
        v -> give(new ArrayList<>(chosen))).setEnabled(!chosen.isEmpty());
  }

  private View cell(Photo p) {
    FrameLayout cell = new FrameLayout(this);
    cell.setPadding(dp(1), dp(1), dp(1), dp(1));
    cell.setContentDescription(p.name());
    cell.setSelected(chosen.contains(p));
    Bitmap small = p.type().startsWith("image/") ? small(p.path()) : null;
    if (small != null) {
      ImageView image = new ImageView(this);
      image.setId(android.R.id.icon);
      image.setImageBitmap(small);
      image.setScaleType(ImageView.ScaleType.CENTER_CROP);
      if (cell.isSelected()) image.setAlpha(0.5f);
      cell.addView(image, -1, -1);
    } else {
      TextView name = text(p.name(), 12, android.R.attr.textColorSecondary);
      name.setGravity(android.view.Gravity.CENTER);
      name.setBackgroundColor(cell.isSelected() ? 0x331a73e8 : 0x22888888);
      cell.addView(name, -1, -1);
    }
    cell.setOnClickListener(v -> {
      if (most <= 1) {
        give(List.of(p));
        return;
      }
      if (!chosen.remove(p) && chosen.size() < most) chosen.add(p);
      show();
    });
    return cell;
  }

  private Bitmap small(String path) {
    BitmapFactory.Options o = new BitmapFactory.Options();
    o.inJustDecodeBounds = true;
    BitmapFactory.decodeFile(path, o);
    int side = getResources().getDisplayMetrics().widthPixels / COLUMNS;
    o.inSampleSize = Math.max(1, Math.min(o.outWidth, o.outHeight) / Math.max(side, 1));
    o.inJustDecodeBounds = false;
    return BitmapFactory.decodeFile(path, o);
  }

  private Uri uri(Photo p) {
    if (picker) {
      return Uri.parse("content://media/picker/0/com.android.providers.media.photopicker/media/" + p.id());
    }
    return ContentUris.withAppendedId(p.type().startsWith("video/") ? MediaStore.Video.Media.EXTERNAL_CONTENT_URI
        : MediaStore.Images.Media.EXTERNAL_CONTENT_URI, p.id());
  }

  private void give(List<Photo> photos) {
    Intent result = new Intent().setData(uri(photos.get(0))).addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
    if (picker) result.addFlags(Intent.FLAG_GRANT_PERSISTABLE_URI_PERMISSION);
    if (most > 1) {
      ClipData clip = new ClipData(null, new String[] {wanted()}, new ClipData.Item(uri(photos.get(0))));
      for (Photo p : photos.subList(1, photos.size())) clip.addItem(new ClipData.Item(uri(p)));
      result.setClipData(clip);
    }
    setResult(RESULT_OK, result);
    finish();
  }
}
