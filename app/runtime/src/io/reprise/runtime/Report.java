// What the runtime did or noticed, as RepriseEvents: a call that was not
// recorded, one that differs, one that never came. The same about the same
// point is only counted after a while, so that a loop does not fill the tape.
//
// Threads: any, each with its ThreadState.
package io.reprise.runtime;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

final class Report {
  private final Output output;
  private final ConcurrentMap<String, AtomicInteger> counts = new ConcurrentHashMap<>();
  private final AtomicInteger total = new AtomicInteger();

  Report(Output output) {
    this.output = output;
  }

  /** Divergences reported so far, with those that were only counted. */
  int total() {
    return total.get();
  }

  void info(ThreadState thread, int kind, String name, String sentence) {
    write(thread, kind, Tags.SEVERITY_INFO, 0, name, sentence, "", "");
  }

  void error(ThreadState thread, int kind, String name, String sentence) {
    total.incrementAndGet();
    write(thread, kind, Tags.SEVERITY_ERROR, 0, name, sentence, "", "");
  }

  /** A difference to the recording; `origin` is the recorded call or 0. */
  void difference(ThreadState thread, int kind, long origin, String method, String sentence,
      String expected, String actual) {
    total.incrementAndGet();
    String key = kind + method;
    AtomicInteger count = counts.get(key);
    if (count == null) {
      AtomicInteger fresh = new AtomicInteger();
      count = counts.putIfAbsent(key, fresh);
      count = count == null ? fresh : count;
    }
    int before = count.getAndIncrement();
    if (before > Limits.REPORTS_PER_POINT) {
      return;
    }
    if (before == Limits.REPORTS_PER_POINT) {
      sentence = sentence + " Further ones like this are not reported.";
    }
    write(thread, kind, Tags.SEVERITY_WARNING, origin, method, sentence, expected, actual);
  }

  private void write(ThreadState thread, int kind, int severity, long origin, String name,
      String sentence, String expected, String actual) {
    long now = System.nanoTime();
    ProtoWriter out = thread.out;
    out.clear();
    out.number(Tags.ID, thread.newId());
    out.number(Tags.ORIGIN, origin);
    out.number(Tags.EVENT_KIND, kind);
    out.number(Tags.EVENT_SEVERITY, severity);
    out.text(Tags.EVENT_SENTENCE, sentence);
    out.text(Tags.EVENT_TOPIC, origin == 0 ? "" : Output.TOPICS[Output.CALLS]);
    out.text(Tags.EVENT_NAME, name);
    out.text(Tags.EVENT_EXPECTED, expected);
    out.text(Tags.EVENT_ACTUAL, actual);
    output.write(thread, Output.EVENTS, now, now);
  }
}
