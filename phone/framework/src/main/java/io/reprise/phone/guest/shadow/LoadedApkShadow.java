package io.reprise.phone.guest.shadow;

import android.app.AppComponentFactory;
import android.app.LoadedApk;
import io.reprise.phone.guest.App;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowLoadedApk;
import org.robolectric.util.ReflectionHelpers;

/** An app's classes come from its own loader, all others from the framework's. */
@Implements(className = "android.app.LoadedApk", isInAndroidSdk = false)
public class LoadedApkShadow extends ShadowLoadedApk {
  @RealObject private LoadedApk real;
  private boolean factory;

  @Override
  @Implementation
  public ClassLoader getClassLoader() {
    App app = App.current();
    boolean own = app != null && app.info().packageName.equals(real.getPackageName());
    ClassLoader loader = own ? app.loader() : LoadedApkShadow.class.getClassLoader();
    if (!factory) {
      factory = true;
      String name = own ? app.info().appComponentFactory : null;
      AppComponentFactory made = null;
      if (name != null) {
        try {
          made = (AppComponentFactory) loader.loadClass(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
          android.util.Log.e("LoadedApk", "Unable to instantiate appComponentFactory", e);
        }
      }
      ReflectionHelpers.setField(real, "mAppComponentFactory", made == null ? AppComponentFactory.DEFAULT : made);
    }
    return loader;
  }

  @Override
  @Implementation
  public ClassLoader getSplitClassLoader(String split) {
    return getClassLoader();
  }

  /** No native libraries, no zygote to preload for. */
  @Implementation
  protected void initializeJavaContextClassLoader() {}
}
