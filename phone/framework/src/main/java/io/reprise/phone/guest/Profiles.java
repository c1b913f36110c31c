package io.reprise.phone.guest;

import android.content.res.Configuration;
import android.graphics.Rect;
import android.hardware.display.DisplayManagerGlobal;
import android.os.LocaleList;
import android.util.DisplayMetrics;
import android.view.DisplayInfo;
import io.reprise.phone.guest.window.SystemBars;
import java.util.Locale;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowDisplayManagerGlobal;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import reprise.Phone.PhoneProfile;

/** What a profile means in Android's terms: configuration, metrics, display. */
public final class Profiles {
  /** Side of the largest display that is accepted. */
  private static final int LARGEST = 8192;

  private Profiles() {}

  /** Width in pixels as turned. */
  public static int width(PhoneProfile p) {
    return p.getRotation() % 2 == 0 ? p.getWidthPx() : p.getHeightPx();
  }

  /** Height in pixels as turned. */
  public static int height(PhoneProfile p) {
    return p.getRotation() % 2 == 0 ? p.getHeightPx() : p.getWidthPx();
  }

  /** Refuses what is no display. */
  public static void check(PhoneProfile p) {
    if (p.getWidthPx() < 1 || p.getHeightPx() < 1 || p.getWidthPx() > LARGEST || p.getHeightPx() > LARGEST
        || p.getDensityDpi() < 60 || p.getDensityDpi() > 1000 || p.getRotation() > 3) {
      throw new io.reprise.phone.host.Refusal("no such display: " + p.getWidthPx() + "x" + p.getHeightPx() + " at "
          + p.getDensityDpi() + " dpi, rotation " + p.getRotation() + "; sides up to " + LARGEST
          + " pixels, 60 to 1000 dpi and rotations 0 to 3 are accepted");
    }
  }

  /** Fills configuration and metrics. */
  public static void apply(PhoneProfile p, Configuration c, DisplayMetrics m) {
    check(p);
    float density = p.getDensityDpi() / 160f;
    int width = width(p);
    int height = height(p);
    // As on a phone: pixels without the navigation bar, dp without both bars.
    Rect app = SystemBars.appBounds(width, height, p.getDensityDpi(), p.getRotation());
    m.widthPixels = m.noncompatWidthPixels = app.width();
    m.heightPixels = m.noncompatHeightPixels = app.height();
    m.densityDpi = m.noncompatDensityDpi = p.getDensityDpi();
    m.density = m.noncompatDensity = density;
    float font = p.getFontScale() == 0 ? 1 : p.getFontScale();
    m.scaledDensity = m.noncompatScaledDensity = density * font;
    m.xdpi = m.ydpi = m.noncompatXdpi = m.noncompatYdpi = p.getDensityDpi();
    c.setToDefaults();
    c.fontScale = font;
    c.densityDpi = p.getDensityDpi();
    c.screenWidthDp = (int) (app.width() / density);
    c.screenHeightDp = (int) ((app.height() - SystemBars.statusHeight(p.getDensityDpi())) / density);
    c.smallestScreenWidthDp = (int) (Math.min(width, height) / density);
    c.orientation = width > height ? Configuration.ORIENTATION_LANDSCAPE : Configuration.ORIENTATION_PORTRAIT;
    int longest = Math.max(c.screenWidthDp, c.screenHeightDp);
    int shortest = c.smallestScreenWidthDp;
    c.screenLayout = Configuration.resetScreenLayout(Configuration.SCREENLAYOUT_LAYOUTDIR_LTR);
    c.screenLayout = Configuration.reduceScreenLayout(c.screenLayout, longest, shortest);
    c.touchscreen = Configuration.TOUCHSCREEN_FINGER;
    c.keyboard = Configuration.KEYBOARD_NOKEYS;
    c.keyboardHidden = Configuration.KEYBOARDHIDDEN_SOFT;
    c.hardKeyboardHidden = Configuration.HARDKEYBOARDHIDDEN_YES;
    c.navigation = Configuration.NAVIGATION_NONAV;
    c.navigationHidden = Configuration.NAVIGATIONHIDDEN_YES;
    c.colorMode = Configuration.COLOR_MODE_WIDE_COLOR_GAMUT_NO | Configuration.COLOR_MODE_HDR_NO;
    c.uiMode = Configuration.UI_MODE_TYPE_NORMAL
        | (p.getDark() ? Configuration.UI_MODE_NIGHT_YES : Configuration.UI_MODE_NIGHT_NO);
    c.setLocales(new LocaleList(Locale.forLanguageTag(p.getLocale().isEmpty() ? "en-US" : p.getLocale())));
    c.windowConfiguration.setBounds(new Rect(0, 0, width, height));
    c.windowConfiguration.setAppBounds(app);
    c.windowConfiguration.setMaxBounds(new Rect(0, 0, width, height));
    c.windowConfiguration.setDisplayRotation(p.getRotation());
    c.windowConfiguration.setRotation(p.getRotation());
  }

  /** Makes the default display what the profile says; the framework has one by now. */
  public static void applyToDisplay(PhoneProfile p) {
    DisplayInfo info = DisplayManagerGlobal.getInstance().getDisplayInfo(0);
    int width = width(p);
    int height = height(p);
    Rect app = SystemBars.appBounds(width, height, p.getDensityDpi(), p.getRotation());
    info.appWidth = app.width();
    info.appHeight = app.height();
    info.logicalWidth = width;
    info.logicalHeight = height;
    info.smallestNominalAppWidth = info.smallestNominalAppHeight = Math.min(width, height);
    info.largestNominalAppWidth = info.largestNominalAppHeight = Math.max(width, height);
    info.logicalDensityDpi = p.getDensityDpi();
    info.physicalXDpi = info.physicalYDpi = p.getDensityDpi();
    info.rotation = p.getRotation();
    ShadowDisplayManagerGlobal shadow = Shadow.extract(DisplayManagerGlobal.getInstance());
    ReflectionHelpers.callInstanceMethod(shadow, "changeDisplay", ClassParameter.from(int.class, 0),
        ClassParameter.from(DisplayInfo.class, info));
  }
}
