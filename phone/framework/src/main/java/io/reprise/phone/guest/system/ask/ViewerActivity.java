package io.reprise.phone.guest.system.ask;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.net.Uri;
import android.os.Bundle;
import android.widget.ImageView;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.system.Page;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Shows a file that an app gives away to be viewed: pictures and text, of others their name and kind. */
public class ViewerActivity extends Page {
  private static final int MAX_TEXT = 100_000;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Uri data = getIntent().getData();
    String type = getIntent().getType() != null ? getIntent().getType()
        : String.valueOf(AsSystem.ask(() -> getContentResolver().getType(data)));
    setTitle(ShareActivity.name(this, data));
    try {
      if (type.startsWith("image/")) picture(data);
      else if (type.startsWith("text/")) note(words(data)).setId(android.R.id.message);
      else row(getContentResolver().getTypeInfo(type).getIcon().loadDrawable(this), getTitle(), type, null);
    } catch (Exception e) {
      note("It cannot be opened: " + e);
    }
  }

  private void picture(Uri uri) throws Exception {
    Bitmap b = AsSystem.get(() -> {
      try (InputStream in = getContentResolver().openInputStream(uri)) {
        return BitmapFactory.decodeStream(in);
      }
    });
    ImageView image = new ImageView(this);
    image.setId(android.R.id.icon);
    image.setContentDescription(getTitle());
    image.setImageBitmap(b);
    page.addView(image, -1, -1);
  }

  private String words(Uri uri) throws Exception {
    return AsSystem.get(() -> {
      try (InputStream in = getContentResolver().openInputStream(uri)) {
        return new String(in.readNBytes(MAX_TEXT), StandardCharsets.UTF_8);
      }
    });
  }
}
