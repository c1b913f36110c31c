package io.reprise.phone.guest.packages;

import android.content.pm.PackageParser;
import android.content.res.ApkAssets;
import android.content.res.AssetManager;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.drawable.Drawable;
import android.util.DisplayMetrics;
import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import org.robolectric.android.Bootstrap;
import reprise.Phone.PhoneComponent;
import reprise.Phone.PhoneManifest;

/** Labels and icon of an APK: those of its resources, in the phone's language. */
final class Labels {
  private static final int ICON_PX = 144;

  private Labels() {}

  static void describe(PackageParser.Package p, Path apk, PhoneManifest.Builder m) {
    Resources resources = resources(apk);
    if (resources == null) return;
    String label = string(resources, p.applicationInfo.labelRes);
    if (!label.isEmpty()) m.setLabel(label);
    int at = 0;
    for (PackageParser.Activity a : p.activities) {
      String own = string(resources, a.info.labelRes);
      if (!own.isEmpty()) {
        PhoneComponent.Builder c = m.getComponentsBuilder(at);
        c.setLabel(own);
      }
      at++;
    }
    if (p.applicationInfo.icon != 0) m.setIconPng(icon(resources, p.applicationInfo.icon));
  }

  /** Resources of an APK that is not installed; null = it has none that can be read. */
  static Resources resources(Path apk) {
    try {
      AssetManager assets = new AssetManager.Builder().addApkAssets(ApkAssets.loadFromPath(apk.toString())).build();
      DisplayMetrics metrics = new DisplayMetrics();
      metrics.setTo(Bootstrap.getDisplayMetrics());
      return new Resources(assets, metrics, new Configuration(Bootstrap.getConfiguration()));
    } catch (Exception e) {
      return null;
    }
  }

  private static String string(Resources resources, int id) {
    if (id == 0) return "";
    try {
      return resources.getString(id);
    } catch (RuntimeException e) {
      return "";
    }
  }

  private static ByteString icon(Resources resources, int id) {
    try {
      Drawable d = resources.getDrawable(id, null);
      Bitmap bitmap = Bitmap.createBitmap(ICON_PX, ICON_PX, Bitmap.Config.ARGB_8888);
      d.setBounds(0, 0, ICON_PX, ICON_PX);
      d.draw(new Canvas(bitmap));
      ByteArrayOutputStream png = new ByteArrayOutputStream();
      bitmap.compress(Bitmap.CompressFormat.PNG, 100, png);
      return ByteString.copyFrom(png.toByteArray());
    } catch (Exception | LinkageError e) {
      return ByteString.EMPTY;
    }
  }
}
