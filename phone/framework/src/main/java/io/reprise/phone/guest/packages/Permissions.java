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

  private Permissions() {}

  /** True for what Android calls dangerous. */
  public static boolean runtime(String name) {
    return name.startsWith(ANDROID) && RUNTIME.contains(name.substring(ANDROID.length()));
  }
}
