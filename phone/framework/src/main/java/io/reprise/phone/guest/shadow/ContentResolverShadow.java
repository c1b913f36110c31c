package io.reprise.phone.guest.shadow;

import android.content.IContentService;
import io.reprise.phone.guest.app.Observers;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Takes Robolectric's away: the framework's own works, with our content service. */
@Implements(className = "android.content.ContentResolver")
public class ContentResolverShadow {
  @Implementation
  protected static IContentService getContentService() {
    return Observers.get();
  }
}
