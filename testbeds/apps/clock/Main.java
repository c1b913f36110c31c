package reprise.apps.clock;

import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import java.util.Calendar;
import java.util.Date;
import reprise.apps.Transcript;

/** Reads every clock twice, 30 ms apart. Two runs differ, a replay does not. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    long before = System.nanoTime();
    read();
    new Handler(Looper.getMainLooper())
        .postDelayed(
            () -> {
              read();
              Transcript.line("took " + (System.nanoTime() - before) + " ns");
              Transcript.end();
            },
            30);
  }

  private static void read() {
    Transcript.line("currentTimeMillis " + System.currentTimeMillis());
    Transcript.line("nanoTime " + System.nanoTime());
    Transcript.line("uptimeMillis " + SystemClock.uptimeMillis());
    Transcript.line("elapsedRealtime " + SystemClock.elapsedRealtime());
    Transcript.line("elapsedRealtimeNanos " + SystemClock.elapsedRealtimeNanos());
    Transcript.line("Date " + new Date().getTime());
    Transcript.line("Calendar " + Calendar.getInstance().getTimeInMillis());
  }
}
