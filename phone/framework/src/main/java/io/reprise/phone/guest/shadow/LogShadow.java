package io.reprise.phone.guest.shadow;

import android.util.Log;
import io.reprise.phone.guest.LogLines;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowLog;

/** The log goes to the supervisor; the real Log makes its lines. */
@Implements(className = "android.util.Log")
public class LogShadow extends ShadowLog {
  private static final String[] BUFFERS = {"main", "radio", "events", "system", "crash"};

  private static int add(int priority, String tag, String text, Throwable e) {
    String all = e == null ? text : (text == null ? "" : text + "\n") + Log.getStackTraceString(e);
    LogLines.add("main", priority, tag, all);
    return 1;
  }

  @Implementation protected static int v(String tag, String text) { return add(Log.VERBOSE, tag, text, null); }

  @Implementation protected static int v(String tag, String text, Throwable e) { return add(Log.VERBOSE, tag, text, e); }

  @Implementation protected static int d(String tag, String text) { return add(Log.DEBUG, tag, text, null); }

  @Implementation protected static int d(String tag, String text, Throwable e) { return add(Log.DEBUG, tag, text, e); }

  @Implementation protected static int i(String tag, String text) { return add(Log.INFO, tag, text, null); }

  @Implementation protected static int i(String tag, String text, Throwable e) { return add(Log.INFO, tag, text, e); }

  @Implementation protected static int w(String tag, String text) { return add(Log.WARN, tag, text, null); }

  @Implementation protected static int w(String tag, Throwable e) { return add(Log.WARN, tag, null, e); }

  @Implementation protected static int w(String tag, String text, Throwable e) { return add(Log.WARN, tag, text, e); }

  @Implementation protected static int e(String tag, String text) { return add(Log.ERROR, tag, text, null); }

  @Implementation protected static int e(String tag, String text, Throwable e) { return add(Log.ERROR, tag, text, e); }

  @Implementation protected static int wtf(String tag, String text) { return add(Log.ASSERT, tag, text, null); }

  @Implementation protected static int wtf(String tag, String text, Throwable e) { return add(Log.ASSERT, tag, text, e); }

  @Implementation
  protected static int println_native(int buffer, int priority, String tag, String text) {
    LogLines.add(buffer >= 0 && buffer < BUFFERS.length ? BUFFERS[buffer] : "main", priority, tag, text);
    return 1;
  }
}
