package io.reprise.system;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.accounts.AccountManager;
import android.app.ActivityManager;
import android.app.SearchManager;
import android.app.WallpaperManager;
import android.appwidget.AppWidgetManager;
import android.content.ComponentName;
import android.content.Context;
import android.content.pm.PackageManager;
import android.content.pm.ShortcutManager;
import android.nfc.NfcAdapter;
import android.nfc.NfcManager;
import android.os.UserManager;
import android.os.VibrationEffect;
import android.os.Vibrator;
import android.os.VibratorManager;
import android.print.PrintManager;
import android.view.accessibility.AccessibilityManager;
import java.util.concurrent.Callable;

/** What the services say of which a phone has little or nothing. */
final class Rest {
  private Rest() {}

  private static void ask(String name, Callable<Object> answer) {
    String said;
    try {
      said = String.valueOf(answer.call());
    } catch (Exception e) {
      said = e.toString();
    }
    Main.say(name + ": " + said);
  }

  static void act(Context c) {
    ComponentName me = new ComponentName(c, Main.class);
    PackageManager p = c.getPackageManager();
    ask("vibrator", () -> {
      Vibrator v = c.getSystemService(Vibrator.class);
      v.vibrate(VibrationEffect.createOneShot(10, VibrationEffect.DEFAULT_AMPLITUDE));
      v.vibrate(20);
      v.cancel();
      return v.hasVibrator() + " " + (c.getSystemService(VibratorManager.class).getDefaultVibrator() != null);
    });
    ask("wallpaper", () -> {
      WallpaperManager w = WallpaperManager.getInstance(c);
      return w.isWallpaperSupported() + " " + w.getWallpaperInfo();
    });
    ask("accounts", () -> AccountManager.get(c).getAccounts().length + " "
        + AccountManager.get(c).getAccountsByType("com.google").length + " "
        + AccountManager.get(c).getAuthenticatorTypes().length);
    ask("accessibility", () -> {
      AccessibilityManager a = c.getSystemService(AccessibilityManager.class);
      return a.isEnabled() + " " + a.isTouchExplorationEnabled() + " "
          + a.getEnabledAccessibilityServiceList(AccessibilityServiceInfo.FEEDBACK_ALL_MASK).size();
    });
    ask("print", () -> {
      PrintManager m = (PrintManager) c.getSystemService(Context.PRINT_SERVICE);
      return p.hasSystemFeature(PackageManager.FEATURE_PRINTING) + " " + (m == null ? null : m.getPrintJobs().size());
    });
    ask("nfc", () -> p.hasSystemFeature(PackageManager.FEATURE_NFC) + " " + NfcAdapter.getDefaultAdapter(c) + " "
        + c.getSystemService(NfcManager.class).getDefaultAdapter());
    ask("search", () -> {
      SearchManager s = c.getSystemService(SearchManager.class);
      return s.getSearchableInfo(me) + " " + s.getGlobalSearchActivity() + " "
          + s.getSearchablesInGlobalSearch().size();
    });
    ask("user", () -> c.getSystemService(UserManager.class).isUserUnlocked());
    ask("shortcuts", () -> {
      ShortcutManager s = c.getSystemService(ShortcutManager.class);
      return s.isRequestPinShortcutSupported() + " " + s.getPinnedShortcuts().size() + " "
          + s.getDynamicShortcuts().size();
    });
    ask("widgets", () -> AppWidgetManager.getInstance(c).isRequestPinAppWidgetSupported() + " "
        + AppWidgetManager.getInstance(c).getAppWidgetIds(me).length);
    ask("exits", () -> c.getSystemService(ActivityManager.class)
        .getHistoricalProcessExitReasons(c.getPackageName(), 0, 0).size());
  }
}
