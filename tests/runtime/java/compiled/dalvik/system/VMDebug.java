package dalvik.system;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Android's, on a desktop's Java. */
public final class VMDebug {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private VMDebug() {}

  public static long threadCpuTimeNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
