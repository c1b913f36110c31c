package io.reprise.phone.guest.shadow;

import android.content.ContentResolver;
import io.reprise.phone.guest.system.SettingsTable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The table "global" of the settings is ours; all else is the framework's. */
@Implements(className = "android.provider.Settings$Global")
public class SettingsGlobalShadow {
  @Implementation
  protected static String getStringForUser(ContentResolver resolver, String name, int user) {
    return SettingsTable.get("global", name);
  }

  @Implementation
  protected static boolean putStringForUser(ContentResolver resolver, String name, String value, int user) {
    return SettingsTable.put("global", name, value);
  }

  @Implementation
  protected static boolean putStringForUser(ContentResolver resolver, String name, String value, String tag,
      boolean makeDefault, int user, boolean overrideable) {
    return SettingsTable.put("global", name, value);
  }
}
