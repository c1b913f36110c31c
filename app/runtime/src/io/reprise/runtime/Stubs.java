// What the specification's `use` names: calls for which recording values is not
// the best that can be done.
//
//   value   values as they are; the default
//   seed    a java.util.Random that was made without a seed gets one from us,
//           which is recorded as the result: all its numbers follow from it
//   cap     numbers of threads ([xpointer] int) are capped to one
//
// Threads: any.
package io.reprise.runtime;

import java.security.SecureRandom;
import java.util.Random;

final class Stubs {
  private final Report report;

  Stubs(Report report) {
    this.report = report;
  }

  boolean has(String stub) {
    return stub.equals("value") || stub.equals("seed") || stub.equals("cap");
  }

  void enter(ThreadState thread, Call call) {
    if (!call.point.stub.equals("cap")) {
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

  /** Gives what is recorded as the result. */
  Object leave(Call call, Object result) {
    if (!call.point.stub.equals("seed") || !(result instanceof Random)) {
      return result;
    }
    Long seed = call.recorded == null ? null : recordedSeed(call.recorded);
    if (seed == null) {
      seed = new SecureRandom().nextLong();
    }
    ((Random) result).setSeed(seed);
    return seed;
  }

  private static Long recordedSeed(RecordedCall recorded) {
    try {
      recorded.read();
      RecordedValue result = recorded.result;
      return result != null && result.kind == Tags.VALUE_LONG ? (Long) result.bits : null;
    } catch (BadTape e) {
      return null;
    } finally {
      recorded.forget();
    }
  }
}
