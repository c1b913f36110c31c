package io.reprise.phone.guest;

import io.reprise.phone.time.PhoneTime;
import java.util.function.Consumer;
import reprise.Phone.PhoneReply;

/** What the process says without being asked. Any thread. */
public final class News {
  private static volatile Consumer<PhoneReply.Builder> sink = r -> {};
  private static volatile boolean mute;

  private News() {}

  static void to(Consumer<PhoneReply.Builder> sink) {
    News.sink = sink;
  }

  /** What is said from now on is not sent, or is again. */
  static void mute(boolean on) {
    mute = on;
  }

  /** Sends one. What an app wrote to the log before goes first. */
  public static void send(PhoneReply.Builder news) {
    LogLines.flush();
    if (mute) return;
    sink.accept(news);
    if (wants(news)) PhoneTime.want();
  }

  /** What others have to do something about, at this time of the phone. */
  private static boolean wants(PhoneReply.Builder news) {
    return switch (news.getReplyCase()) {
      case START_OTHER, ORDER, OTHER_RESULT, CHANGED, OTHER_NOTICE, CLOSE_OTHER -> true;
      case DIED -> news.getDied().getCause() == PhoneReply.Died.Cause.CAUSE_EMPTY;
      case KEPT -> news.getKept().hasNotices();
      default -> false;
    };
  }

  /** Sends lines of the log; for LogLines alone. */
  static void log(PhoneReply.Log.Builder lines) {
    if (!mute) sink.accept(PhoneReply.newBuilder().setLog(lines));
  }
}
