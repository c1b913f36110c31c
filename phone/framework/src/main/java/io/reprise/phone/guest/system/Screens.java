package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.provider.MediaStore;
import android.speech.RecognizerIntent;
import android.provider.Settings;
import io.reprise.phone.guest.packages.Packages;
import java.util.Set;

/** Which of the phone's own screens answers an intent. */
public final class Screens {
  private static final Set<String> STAND_INS = Set.of(Intent.ACTION_DIAL, Intent.ACTION_CALL, Intent.ACTION_SEND,
      Intent.ACTION_SENDTO, Intent.ACTION_SEND_MULTIPLE, Intent.ACTION_PICK, Intent.ACTION_GET_CONTENT,
      Intent.ACTION_OPEN_DOCUMENT, Intent.ACTION_CREATE_DOCUMENT, Intent.ACTION_OPEN_DOCUMENT_TREE,
      Intent.ACTION_INSERT, Intent.ACTION_INSERT_OR_EDIT, Intent.ACTION_EDIT, Intent.ACTION_WEB_SEARCH,
      Intent.ACTION_SET_WALLPAPER, Intent.ACTION_DELETE, Intent.ACTION_UNINSTALL_PACKAGE,
      Intent.ACTION_INSTALL_PACKAGE, MediaStore.ACTION_IMAGE_CAPTURE, MediaStore.ACTION_IMAGE_CAPTURE_SECURE,
      MediaStore.ACTION_VIDEO_CAPTURE, MediaStore.INTENT_ACTION_STILL_IMAGE_CAMERA,
      "android.provider.action.PICK_IMAGES", "android.media.action.DISPLAY_AUDIO_EFFECT_CONTROL_PANEL");
  private static final Set<String> VIEWED = Set.of("http", "https", "geo", "tel", "mailto", "sms", "market");

  private Screens() {}

  /** One of ours by its component; null = it is not. */
  public static ActivityInfo of(ComponentName component) {
    if (!component.getPackageName().equals(Packages.OURS)) return null;
    try {
      return info(Class.forName(component.getClassName()).asSubclass(Activity.class));
    } catch (ClassNotFoundException | ClassCastException e) {
      return null;
    }
  }

  /** What only the system may answer; null = it is free to others. */
  public static ActivityInfo only(Intent intent) {
    String action = intent.getAction();
    if (PackageManager.ACTION_REQUEST_PERMISSIONS.equals(action)) return info(GrantActivity.class);
    if (Settings.ACTION_APPLICATION_DETAILS_SETTINGS.equals(action)) return info(AppInfoActivity.class);
    if (Intent.ACTION_CHOOSER.equals(action)) return info(ChooserActivity.class);
    if (Intent.ACTION_MAIN.equals(action) && intent.hasCategory(Intent.CATEGORY_HOME)) return info(HomeActivity.class);
    return null;
  }

  /** A screen in the place of an app that a phone has and this one has not; null = nothing answers. */
  public static ActivityInfo standIn(Intent intent) {
    String action = String.valueOf(intent.getAction());
    if (intent.getPackage() != null || intent.getComponent() != null) return null;
    if (action.equals(RecognizerIntent.ACTION_RECOGNIZE_SPEECH)) return info(SpeechActivity.class);
    boolean viewed = action.equals(Intent.ACTION_VIEW) && intent.getScheme() != null
        && (VIEWED.contains(intent.getScheme()) || intent.getType() != null);
    if (viewed || STAND_INS.contains(action) || action.startsWith("android.settings.")) {
      return info(StandInActivity.class);
    }
    return null;
  }

  static ActivityInfo info(Class<? extends Activity> type) {
    ActivityInfo info = new ActivityInfo();
    info.applicationInfo = new ApplicationInfo();
    Packages.fill(info.applicationInfo);
    info.packageName = info.processName = Packages.OURS;
    info.name = type.getName();
    info.exported = info.enabled = true;
    info.taskAffinity = type == HomeActivity.class ? Packages.OURS : null;
    info.launchMode = type == HomeActivity.class ? ActivityInfo.LAUNCH_SINGLE_TASK : ActivityInfo.LAUNCH_MULTIPLE;
    info.screenOrientation = ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED;
    info.configChanges = -1;
    info.theme = type == HomeActivity.class || type == StandInActivity.class || type == AppInfoActivity.class
        ? android.R.style.Theme_DeviceDefault_Light_NoActionBar
        : android.R.style.Theme_DeviceDefault_Light_Dialog_NoActionBar;
    info.nonLocalizedLabel = "Phone";
    return info;
  }
}
