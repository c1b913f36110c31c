package io.reprise.phone.guest.shadow;

import android.app.PendingIntent;
import android.content.ComponentName;
import android.content.IntentSender;
import android.content.pm.ShortcutInfo;
import android.os.Bundle;
import io.reprise.phone.guest.Unsupported;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAppWidgetManager;
import org.robolectric.shadows.ShadowNfcAdapter;
import org.robolectric.shadows.ShadowShortcutManager;

/** What this phone refuses as one without it: its home screen takes no shortcuts and no widgets; no NFC. */
public final class AbsentServices {
  private AbsentServices() {}

  @Implements(className = "android.content.pm.ShortcutManager")
  public static class ShortcutManager extends ShadowShortcutManager {
    @Implementation
    protected boolean isRequestPinShortcutSupported() {
      return false;
    }

    @Implementation
    protected boolean requestPinShortcut(ShortcutInfo shortcut, IntentSender sender) {
      Unsupported.say("pinned shortcuts", "the home screen of this phone takes none; the call returns false");
      return false;
    }
  }

  @Implements(className = "android.appwidget.AppWidgetManager")
  public static class AppWidgetManager extends ShadowAppWidgetManager {
    @Implementation
    protected boolean isRequestPinAppWidgetSupported() {
      return false;
    }

    @Implementation
    protected boolean requestPinAppWidget(ComponentName provider, Bundle extras, PendingIntent callback) {
      Unsupported.say("widgets", "the home screen of this phone takes none; the call returns false");
      return false;
    }
  }

  /** A phone without it, for the app to come. */
  public static void begin() {
    ShadowNfcAdapter.setNfcHardwareExists(false);
  }
}
