package io.reprise.phone.guest.system;

import android.content.pm.ApplicationInfo;
import android.content.pm.ProviderInfo;
import java.util.ArrayList;
import java.util.List;

/** The system's providers that an app may ask, in the app's own process. */
public final class SystemProviders {
  private static final String P = "android.permission.";
  /** Authority, permission to read, permission to write. */
  private static final String[][] EMPTY = {
    {"com.android.contacts;contacts;icc", P + "READ_CONTACTS", P + "WRITE_CONTACTS"},
    {"call_log", P + "READ_CALL_LOG", P + "WRITE_CALL_LOG"},
    {"com.android.calendar", P + "READ_CALENDAR", P + "WRITE_CALENDAR"},
    {"sms;mms;mms-sms", P + "READ_SMS", P + "READ_SMS"},
    {"telephony", null, null},
    {"user_dictionary", null, null},
    {"downloads", null, null},
    {"browser;com.android.browser", null, null},
    {"com.android.voicemail", null, null},
    {"com.google.android.gsf.gservices", null, null},
  };

  private SystemProviders() {}

  public static List<ProviderInfo> infos(ApplicationInfo app) {
    List<ProviderInfo> infos = new ArrayList<>();
    infos.add(info(app, MediaProvider.class, "media"));
    for (String[] e : EMPTY) {
      ProviderInfo p = info(app, EmptyProvider.class, e[0]);
      p.readPermission = e[1];
      p.writePermission = e[2];
      infos.add(p);
    }
    return infos;
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
