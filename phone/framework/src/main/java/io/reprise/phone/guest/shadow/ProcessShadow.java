package io.reprise.phone.guest.shadow;

import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Death;
import io.reprise.phone.guest.LogLines;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowProcess;

/** The ids that the app is told, and its end by its own hand. */
@Implements(className = "android.os.Process")
public class ProcessShadow extends ShadowProcess {
  private static final int SIGNAL_QUIT = 3;

  @Implementation
  protected static int myPid() {
    return App.pid();
  }

  @Implementation
  protected static int myTid() {
    return LogLines.tid(Thread.currentThread());
  }

  @Implementation
  protected static int myUid() {
    App app = App.current();
    return app == null ? 1000 : app.info().uid;
  }

  @Implementation
  protected static void killProcess(int pid) {
    if (pid == App.pid()) Death.exit(0);
  }

  @Implementation
  protected static void sendSignal(int pid, int signal) {
    if (pid == App.pid() && signal != SIGNAL_QUIT) Death.exit(0);
  }

  @Implementation
  protected static String myProcessName() {
    return App.name();
  }
}
