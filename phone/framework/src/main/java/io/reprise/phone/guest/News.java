package io.reprise.phone.guest;

import java.util.function.Consumer;
import reprise.Phone.PhoneReply;

/** What the process says without being asked. Any thread. */
public final class News {
  private static volatile Consumer<PhoneReply.Builder> sink = r -> {};
  private static volatile boolean muted;

  private News() {}

  static void to(Consumer<PhoneReply.Builder> sink) {
    News.sink = sink;
  }

  /** Says nothing from now on, or speaks again; what was written to the log meanwhile is lost. */
  static void mute(boolean mute) {
    if (muted && !mute) LogLines.flush();
    muted = mute;
  }

  /** Sends one. What an app wrote to the log before goes first. */
  public static void send(PhoneReply.Builder news) {
    LogLines.flush();
    if (!muted) sink.accept(news);
  }

  /** Sends lines of the log; for LogLines alone. */
  static void log(PhoneReply.Log.Builder lines) {
    if (!muted) sink.accept(PhoneReply.newBuilder().setLog(lines));
  }
}
