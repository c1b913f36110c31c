package io.reprise.phone.guest;

import android.app.Application;
import android.app.Instrumentation;
import android.content.Context;
import android.os.Bundle;
import android.os.Looper;
import org.robolectric.RuntimeEnvironment;

/** The instrumentation every app has: tells Robolectric which Application there is. */
public final class AppInstrumentation extends Instrumentation {
  @Override
  public Application newApplication(ClassLoader loader, String name, Context context)
      throws InstantiationException, IllegalAccessException, ClassNotFoundException {
    Application application = super.newApplication(loader, name, context);
    // The phone's own screens have an Application, too.
    if (context.getPackageName().equals(App.name())) RuntimeEnvironment.application = application;
    return application;
  }

  @Override
  public void runOnMainSync(Runnable work) {
    if (Looper.myLooper() == Looper.getMainLooper()) {
      work.run();
    } else {
      MainThread.call(() -> {
        work.run();
        return null;
      });
    }
  }

  @Override
  public Context getTargetContext() {
    return RuntimeEnvironment.getApplication();
  }

  @Override
  public Context getContext() {
    return RuntimeEnvironment.getApplication();
  }

  @Override
  public void finish(int code, Bundle results) {}
}
