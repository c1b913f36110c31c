// What the specification's `use` names: calls for which recording values is not
// all that is to be done. docs/architecture/weave.md has the table.
//
//   seed     a generator made without a seed gets one from us, which is
//            recorded as the result: all its numbers follow from it
//   random   of generators with such a seed nothing is recorded
//   date     an object made with the time of day gets the recorded one
//   stream   the stream is wrapped, so that what the system's own readers
//            take from it is recorded too
//   pool     numbers of threads ([xpointer] int) are capped to one
//
// The others of VALUES need no more than values. Schedules (post, run) and
// states are not recorded by this runtime; others are recorded and never
// answered.
//
// Threads: any.
package io.reprise.runtime;

import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.WeakHashMap;

final class Stubs {
  private static final Set<String> VALUES = new HashSet<>(Arrays.asList(
      "value", "listener", "device", "result", "connection", "socket", "buffer"));
  private static final Set<String> OWN =
      new HashSet<>(Arrays.asList("seed", "random", "date", "stream", "pool"));
  private static final Set<String> LEFT_ALONE =
      new HashSet<>(Arrays.asList("post", "run", "state"));

  private final Report report;
  private final Map<Random, Boolean> seeded =
      Collections.synchronizedMap(new WeakHashMap<Random, Boolean>());

  Stubs(Report report) {
    this.report = report;
  }

  boolean has(String stub) {
    return VALUES.contains(stub) || OWN.contains(stub);
  }

  /** Whether it does more than to record values. */
  static boolean isSpecial(String stub) {
    return OWN.contains(stub);
  }

  boolean leavesAlone(String stub) {
    return LEFT_ALONE.contains(stub);
  }

  /** Whether this call of an intercepted method is not to be intercepted. */
  boolean passes(Point point, Object self) {
    return point.stub == "random" && self instanceof Random && seeded.containsKey(self);
  }

  void enter(ThreadState thread, Call call) {
    if (call.point.stub != "pool") {
      return;
    }
    for (int i = 0; i < call.argumentCount(); i++) {
      if (call.point.parameter(i) == 'x' && call.args[i] instanceof Integer
          && (Integer) call.args[i] > 1) {
        report.info(thread, Tags.KIND_THREADS_CAPPED, call.point.method,
            Words.call(call.point.method, call.args) + " was capped to one thread.");
        call.args[i] = 1;
      }
    }
  }

  /** The result that the app goes on with. */
  Object given(Call call, Object result) {
    if (call.point.stub != "stream") {
      return result;
    }
    if (result instanceof InputStream && !(result instanceof TapedInput)) {
      return new TapedInput((InputStream) result);
    }
    if (result instanceof OutputStream && !(result instanceof TapedOutput)) {
      return new TapedOutput((OutputStream) result);
    }
    return result;
  }

  /** Sets what was made, and gives what is recorded as the result. */
  Object shown(Call call, Object result) {
    if (call.point.stub == "date") {
      setTime(call, result);
      return result;
    }
    if (call.point.stub != "seed" || !(result instanceof Random)) {
      return result;
    }
    RecordedValue recorded = recordedResult(call);
    long seed = recorded != null && recorded.kind == Tags.VALUE_LONG
        ? recorded.bits
        : new SecureRandom().nextLong();
    ((Random) result).setSeed(seed);
    seeded.put((Random) result, true);
    return seed;
  }

  private static void setTime(Call call, Object made) {
    RecordedValue recorded = recordedResult(call);
    if (recorded == null || recorded.kind != Tags.VALUE_OBJECT) {
      return;
    }
    try {
      ValueBuilder builder = new ValueBuilder(call.recorded.heap, new Handles(),
          made.getClass().getClassLoader());
      builder.build();
      Object then = builder.value(recorded);
      if (made instanceof Date && then instanceof Date) {
        ((Date) made).setTime(((Date) then).getTime());
      } else if (made instanceof Calendar && then instanceof Calendar) {
        ((Calendar) made).setTimeInMillis(((Calendar) then).getTimeInMillis());
      }
    } catch (BadTape e) {
      // Then it has the time of now.
    } finally {
      call.recorded.forget();
    }
  }

  private static RecordedValue recordedResult(Call call) {
    try {
      if (call.recorded == null) {
        return null;
      }
      call.recorded.read();
      return call.recorded.result;
    } catch (BadTape e) {
      return null;
    }
  }
}
