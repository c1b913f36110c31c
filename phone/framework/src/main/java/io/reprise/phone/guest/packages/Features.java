package io.reprise.phone.guest.packages;

import android.content.pm.PackageManager;
import org.robolectric.shadows.ShadowPackageManager;

/** What the phone says to have (hasSystemFeature). */
final class Features {
  private static final String[] ALL = {PackageManager.FEATURE_CAMERA, PackageManager.FEATURE_CAMERA_ANY,
      PackageManager.FEATURE_CAMERA_FRONT, PackageManager.FEATURE_CAMERA_AUTOFOCUS,
      PackageManager.FEATURE_CAMERA_FLASH, PackageManager.FEATURE_TOUCHSCREEN,
      PackageManager.FEATURE_TOUCHSCREEN_MULTITOUCH, PackageManager.FEATURE_TOUCHSCREEN_MULTITOUCH_DISTINCT,
      PackageManager.FEATURE_TOUCHSCREEN_MULTITOUCH_JAZZHAND, PackageManager.FEATURE_FAKETOUCH,
      PackageManager.FEATURE_WIFI, PackageManager.FEATURE_LOCATION, PackageManager.FEATURE_LOCATION_GPS,
      PackageManager.FEATURE_LOCATION_NETWORK, PackageManager.FEATURE_BLUETOOTH,
      PackageManager.FEATURE_BLUETOOTH_LE, PackageManager.FEATURE_TELEPHONY, PackageManager.FEATURE_MICROPHONE,
      PackageManager.FEATURE_AUDIO_OUTPUT,
      PackageManager.FEATURE_SENSOR_ACCELEROMETER, PackageManager.FEATURE_SENSOR_COMPASS,
      PackageManager.FEATURE_SENSOR_GYROSCOPE, PackageManager.FEATURE_SENSOR_LIGHT,
      PackageManager.FEATURE_SENSOR_PROXIMITY, PackageManager.FEATURE_SENSOR_STEP_COUNTER,
      PackageManager.FEATURE_SENSOR_STEP_DETECTOR, PackageManager.FEATURE_FINGERPRINT,
      PackageManager.FEATURE_SCREEN_PORTRAIT,
      PackageManager.FEATURE_SCREEN_LANDSCAPE, PackageManager.FEATURE_INPUT_METHODS,
      PackageManager.FEATURE_HOME_SCREEN, PackageManager.FEATURE_LIVE_WALLPAPER};

  private Features() {}

  static void install(ShadowPackageManager manager) {
    for (String f : ALL) manager.setSystemFeature(f, true);
  }
}
