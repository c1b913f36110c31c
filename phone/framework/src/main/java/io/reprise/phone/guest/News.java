package io.reprise.phone.guest;

import java.util.function.Consumer;
import reprise.Phone.PhoneReply;

/** What the process says without being asked. Any thread. */
public final class News {
  private static volatile Consumer<PhoneReply.Builder> sink = r -> {};

  private News() {}

  static void to(Consumer<PhoneReply.Builder> sink) {
    News.sink = sink;
  }

  /** Sends one. What an app wrote to the log before goes first. */
  public static void send(PhoneReply.Builder news) {
    LogLines.flush();
    sink.accept(news);
  }

  /** Sends lines of the log; for LogLines alone. */
  static void log(PhoneReply.Log.Builder lines) {
    sink.accept(PhoneReply.newBuilder().setLog(lines));
  }
}
