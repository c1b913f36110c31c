package androidx.test.platform.app;

import android.app.Instrumentation;
import android.os.Bundle;

/**
 * The one class of androidx.test that Robolectric wants while it runs; its own
 * library is not needed otherwise.
 */
public final class InstrumentationRegistry {
  private static volatile Instrumentation instrumentation;
  private static volatile Bundle arguments;

  private InstrumentationRegistry() {}

  /** Sets what getInstrumentation gives. */
  public static void registerInstance(Instrumentation it, Bundle with) {
    instrumentation = it;
    arguments = with;
  }

  /** The instrumentation; there is always one after boot. */
  public static Instrumentation getInstrumentation() {
    if (instrumentation == null) {
      throw new IllegalStateException("no instrumentation registered");
    }
    return instrumentation;
  }

  /** What it was registered with. */
  public static Bundle getArguments() {
    return arguments;
  }
}
