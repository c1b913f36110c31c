package io.reprise.phone.guest.packages;

import java.util.Set;

/** Which permissions the user has to grant. */
public final class Permissions {
  private static final String ANDROID = "android.permission.";
  private static final Set<String> RUNTIME = Set.of("READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE",
      "ACCESS_MEDIA_LOCATION", "READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_MEDIA_AUDIO",
      "READ_MEDIA_VISUAL_USER_SELECTED", "CAMERA", "RECORD_AUDIO", "READ_CONTACTS", "WRITE_CONTACTS",
      "GET_ACCOUNTS", "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_BACKGROUND_LOCATION",
      "READ_PHONE_STATE", "READ_PHONE_NUMBERS", "CALL_PHONE", "ANSWER_PHONE_CALLS", "READ_CALL_LOG",
      "WRITE_CALL_LOG", "ADD_VOICEMAIL", "USE_SIP", "PROCESS_OUTGOING_CALLS", "ACCEPT_HANDOVER", "SEND_SMS",
      "RECEIVE_SMS", "READ_SMS", "RECEIVE_WAP_PUSH", "RECEIVE_MMS", "READ_CALENDAR", "WRITE_CALENDAR",
      "BODY_SENSORS", "BODY_SENSORS_BACKGROUND", "ACTIVITY_RECOGNITION", "POST_NOTIFICATIONS", "BLUETOOTH_CONNECT",
      "BLUETOOTH_SCAN", "BLUETOOTH_ADVERTISE", "UWB_RANGING", "NEARBY_WIFI_DEVICES");

  private static final Set<String> SPECIAL = Set.of("SYSTEM_ALERT_WINDOW", "WRITE_SETTINGS",
      "MANAGE_EXTERNAL_STORAGE", "REQUEST_INSTALL_PACKAGES", "PACKAGE_USAGE_STATS", "SCHEDULE_EXACT_ALARM");

  private Permissions() {}

  /** True for what Android calls dangerous. */
  public static boolean runtime(String name) {
    return name.startsWith(ANDROID) && RUNTIME.contains(name.substring(ANDROID.length()));
  }

  /** True for what only a switch in the settings grants (Android's appop permissions). */
  public static boolean special(String name) {
    return name.startsWith(ANDROID) && SPECIAL.contains(name.substring(ANDROID.length()));
  }

  /** What granting it lets an app do, as Android asks it. */
  public static String question(String name) {
    String n = name.substring(name.lastIndexOf('.') + 1);
    if (n.contains("LOCATION") && !n.contains("MEDIA")) return "access this device\u2019s location";
    if (n.equals("CAMERA")) return "take pictures and record video";
    if (n.equals("RECORD_AUDIO")) return "record audio";
    if (n.equals("POST_NOTIFICATIONS")) return "send you notifications";
    if (n.contains("CONTACTS") || n.equals("GET_ACCOUNTS")) return "access your contacts";
    if (n.contains("CALENDAR")) return "access your calendar";
    if (n.contains("CALL_LOG") || n.equals("PROCESS_OUTGOING_CALLS")) return "access your phone call logs";
    if (n.contains("SMS") || n.contains("MMS") || n.contains("WAP")) return "send and view SMS messages";
    if (n.contains("PHONE") || n.contains("CALL") || n.contains("SIP") || n.contains("VOICEMAIL")) {
      return "make and manage phone calls";
    }
    if (n.equals("READ_MEDIA_AUDIO")) return "access music and audio on this device";
    if (n.contains("MEDIA")) return "access photos and videos on this device";
    if (n.contains("STORAGE")) return "access photos and media on your device";
    if (n.contains("SENSORS")) return "access sensor data about your vital signs";
    if (n.equals("ACTIVITY_RECOGNITION")) return "access your physical activity";
    return "find, connect to, and determine the relative position of nearby devices";
  }

  /** Asked for with "While using the app". */
  public static boolean whileInUse(String name) {
    return name.endsWith("CAMERA") || name.endsWith("RECORD_AUDIO") || name.contains("_LOCATION")
        && !name.contains("MEDIA");
  }
}
