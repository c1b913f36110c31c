package io.reprise.phone.guest.surface.shadow;

import android.graphics.RecordingCanvas;
import android.graphics.TextureLayer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNativeRecordingCanvas;

/** Layers of TextureViews are drawn as pictures. */
@Implements(className = "android.graphics.RecordingCanvas", isInAndroidSdk = false)
public class PhoneRecordingCanvas extends ShadowNativeRecordingCanvas {
  @RealObject private RecordingCanvas real;

  @Implementation
  protected void drawTextureLayer(TextureLayer layer) {
    PhoneTextureLayer shadow = Shadow.extract(layer);
    shadow.draw(real);
  }
}
