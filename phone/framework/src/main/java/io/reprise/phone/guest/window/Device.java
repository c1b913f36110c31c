package io.reprise.phone.guest.window;

import android.app.ActivityThread;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.content.res.TypedArray;
import android.util.DisplayMetrics;
import android.view.Surface;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.Profiles;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.keyboard.InputMethods;
import java.util.Locale;
import java.util.TimeZone;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import reprise.Phone.PhoneProfile;
import reprise.Phone.PhoneReply;

/**
 * What the device is like now: what the user wants of it, and how the activity
 * in front has it turned. A change goes through ActivityThread to the resources
 * and the Application, then to activities (relaunched or told), then to windows.
 * Main thread only, but for {@link #begin}.
 */
public final class Device {
  private static final Device INSTANCE = new Device();

  private volatile PhoneProfile user = PhoneProfile.getDefaultInstance();
  private volatile PhoneProfile now = user;

  private Device() {}

  public static Device get() {
    return INSTANCE;
  }

  /** A new app begins on this device; the framework was made for it. */
  public void begin(PhoneProfile profile) {
    user = now = profile;
  }

  /** What it is like now, with the rotation that the activity in front wants. */
  public PhoneProfile now() {
    return now;
  }

  /** The user changes the device. */
  public void configure(PhoneProfile profile) {
    user = profile;
    // Turned by an app, it stays so until the app lets go.
    boolean held = now.getRotation() != user.getRotation() && wanted != ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED;
    apply(held ? profile.toBuilder().setRotation(turn(wanted)).build() : profile);
  }

  /** The bars are others, and so is what they leave to apps. */
  public void remeasure() {
    SystemBars.get().remeasure();
    apply(now);
  }

  private int wanted = ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED;

  /** The activity in front wants this orientation (ActivityInfo.SCREEN_ORIENTATION_*). */
  public void orient(ActivityInfo activity, int orientation) {
    if (orientation == ActivityInfo.SCREEN_ORIENTATION_BEHIND
        || orientation == ActivityInfo.SCREEN_ORIENTATION_LOCKED
        || orientation == ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED && floats(activity)) {
      return;
    }
    wanted = orientation;
    int rotation = turn(orientation);
    if (rotation == now.getRotation()) return;
    apply(user.toBuilder().setRotation(rotation).build());
    News.send(PhoneReply.newBuilder().setChanged(
        PhoneReply.Changed.newBuilder().setRotation(rotation)));
  }

  /** The rotation for an orientation: the user's if it fits. */
  private int turn(int orientation) {
    int by = user.getRotation();
    boolean tall = user.getHeightPx() >= user.getWidthPx();
    int upright = tall ? Surface.ROTATION_0 : Surface.ROTATION_270;
    int wide = tall ? Surface.ROTATION_90 : Surface.ROTATION_0;
    if (orientation == ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE
        || orientation == ActivityInfo.SCREEN_ORIENTATION_SENSOR_LANDSCAPE
        || orientation == ActivityInfo.SCREEN_ORIENTATION_USER_LANDSCAPE) {
      return by % 2 == wide % 2 ? by : wide;
    }
    if (orientation == ActivityInfo.SCREEN_ORIENTATION_PORTRAIT
        || orientation == ActivityInfo.SCREEN_ORIENTATION_SENSOR_PORTRAIT
        || orientation == ActivityInfo.SCREEN_ORIENTATION_USER_PORTRAIT) {
      return by % 2 == upright % 2 ? by : upright;
    }
    if (orientation == ActivityInfo.SCREEN_ORIENTATION_REVERSE_LANDSCAPE) return (wide + 2) % 4;
    if (orientation == ActivityInfo.SCREEN_ORIENTATION_REVERSE_PORTRAIT) return (upright + 2) % 4;
    return orientation == ActivityInfo.SCREEN_ORIENTATION_NOSENSOR ? Surface.ROTATION_0 : by;
  }

  /** True if an activity's theme lets the one below be seen. */
  private static boolean floats(ActivityInfo activity) {
    Resources.Theme theme = ActivityThread.currentApplication().getResources().newTheme();
    theme.applyStyle(activity.getThemeResource(), true);
    TypedArray style = theme.obtainStyledAttributes(com.android.internal.R.styleable.Window);
    try {
      return ActivityInfo.isTranslucentOrFloating(style);
    } finally {
      style.recycle();
    }
  }

  private void apply(PhoneProfile profile) {
    now = profile;
    InputMethods.get().configure();
    Configuration configuration = new Configuration();
    Profiles.apply(profile, configuration, new DisplayMetrics());
    Locale.setDefault(configuration.getLocales().get(0));
    TimeZone.setDefault(TimeZone.getTimeZone(profile.getTimeZone().isEmpty() ? "UTC" : profile.getTimeZone()));
    Profiles.applyToDisplay(profile);
    android.graphics.Bitmap.setDefaultDensity(profile.getDensityDpi());
    Object controller = ReflectionHelpers.getField(ActivityThread.currentActivityThread(),
        "mConfigurationController");
    ReflectionHelpers.callInstanceMethod(controller, "handleConfigurationChanged",
        ClassParameter.from(Configuration.class, configuration));
    Tasks.get().configure(configuration);
    for (PhoneWindow w : Windows.get().stack()) WindowSession.get().sendResized(w);
    Windows.get().changed();
  }
}
