package io.reprise.phone.guest.activity;

import android.content.Intent;
import io.reprise.phone.guest.Intents;
import io.reprise.phone.guest.News;
import java.util.HashMap;
import java.util.Map;
import reprise.Phone.PhoneReply;

/** Activities of other packages: started by the supervisor; results go both ways. */
public final class Others {
  private record Asker(ActivityRecord record, String who, int requestCode) {}

  private static final Map<Long, Asker> ASKERS = new HashMap<>();
  private static long lastToken;

  private Others() {}

  public static synchronized void reset() {
    ASKERS.clear();
    lastToken = 0;
    Recents.behind(java.util.List.of());
  }

  /** Asks the supervisor to start an activity of another package. */
  static synchronized void start(Intent intent, ActivityRecord resultTo, String who, int requestCode) {
    long token = 0;
    if (resultTo != null && requestCode >= 0) {
      token = ++lastToken;
      ASKERS.put(token, new Asker(resultTo, who, requestCode));
    }
    News.send(PhoneReply.newBuilder().setStartOther(PhoneReply.StartOther.newBuilder()
        .setIntent(Intents.toProto(intent)).setResultToken(token)));
  }

  /** The result of what start() asked for has come. */
  public static synchronized void came(long token, int code, Intent data) {
    Asker a = ASKERS.remove(token);
    if (a == null || a.record.finishing) return;
    io.reprise.phone.guest.app.UriGrants.give(data);
    a.record.results.add(new android.app.ResultInfo(a.who, a.requestCode, code, data));
    Tasks.get().next();
  }

  /** An activity of ours that another process asked for has its result. */
  static void result(long token, int code, Intent data) {
    PhoneReply.OtherResult.Builder r = PhoneReply.OtherResult.newBuilder().setResultToken(token).setCode(code);
    if (data != null) r.setData(Intents.toProto(data));
    News.send(PhoneReply.newBuilder().setOtherResult(r));
  }
}
