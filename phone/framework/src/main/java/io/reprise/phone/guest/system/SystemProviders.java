package io.reprise.phone.guest.system;

import android.content.pm.ApplicationInfo;
import android.content.pm.ProviderInfo;
import io.reprise.phone.guest.system.content.ContactsProvider;
import io.reprise.phone.guest.system.content.DownloadsProvider;
import io.reprise.phone.guest.system.content.MediaProvider;
import io.reprise.phone.guest.system.content.StorageProvider;
import java.util.ArrayList;
import java.util.List;

/** The system's providers that an app may ask, in the app's own process. */
public final class SystemProviders {
  private static final String P = "android.permission.";
  /** Authority, permission to read, permission to write. */
  private static final String[][] EMPTY = {
    {"contacts;icc", P + "READ_CONTACTS", P + "WRITE_CONTACTS"},
    {"call_log", P + "READ_CALL_LOG", P + "WRITE_CALL_LOG"},
    {"com.android.calendar", P + "READ_CALENDAR", P + "WRITE_CALENDAR"},
    {"sms;mms;mms-sms", P + "READ_SMS", P + "READ_SMS"},
    {"telephony", null, null},
    {"user_dictionary", null, null},
    {"browser;com.android.browser", null, null},
    {"com.android.voicemail", null, null},
    {"com.google.android.gsf.gservices", null, null},
  };

  private SystemProviders() {}

  public static List<ProviderInfo> infos(ApplicationInfo app) {
    List<String> authorities = new ArrayList<>();
    for (String[] e : EMPTY) authorities.add(e[0]);
    // The framework installs a class once, whatever its authority: one for all that are empty.
    ProviderInfo storage = info(app, StorageProvider.class, StorageProvider.AUTHORITY);
    // As Android wants it of every provider of documents.
    storage.readPermission = storage.writePermission = P + "MANAGE_DOCUMENTS";
    return List.of(info(app, MediaProvider.class, "media"), storage,
        info(app, ContactsProvider.class, "com.android.contacts"),
        info(app, DownloadsProvider.class, "downloads"),
        info(app, EmptyProvider.class, String.join(";", authorities)));
  }

  /** True for providers at which an app has only what it was granted. */
  public static boolean guarded(String authority) {
    return StorageProvider.AUTHORITY.equals(authority) || "media".equals(authority)
        || "com.android.contacts".equals(authority);
  }

  /** The permission that reading or writing there needs; null = none. */
  static String permission(String authority, boolean write) {
    for (String[] e : EMPTY) if (List.of(e[0].split(";")).contains(authority)) return e[write ? 2 : 1];
    return null;
  }

  private static ProviderInfo info(ApplicationInfo app, Class<?> type, String authority) {
    ProviderInfo p = new ProviderInfo();
    p.applicationInfo = app;
    p.packageName = app.packageName;
    p.processName = app.processName;
    p.name = type.getName();
    p.authority = authority;
    p.exported = true;
    p.enabled = true;
    p.grantUriPermissions = true;
    return p;
  }
}
