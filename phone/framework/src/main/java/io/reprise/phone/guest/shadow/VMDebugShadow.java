package io.reprise.phone.guest.shadow;

import io.reprise.phone.time.Debugger;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** What android.os.Debug asks of the runtime about debuggers. */
@Implements(className = "dalvik.system.VMDebug", isInAndroidSdk = false)
public class VMDebugShadow {
  @Implementation
  protected static boolean isDebuggingEnabled() {
    return true;
  }

  @Implementation
  protected static boolean isDebuggerConnected() {
    return Debugger.isConnected();
  }

  @Implementation
  protected static long lastDebuggerActivity() {
    return Debugger.isConnected() ? Debugger.sinceMs() : -1;
  }
}
