// The recording that is replayed: its calls, by method and thread, in their
// order, and which of them were used.
//
// Threads: any; one lock, because a replay is not in a hurry.
package io.reprise.runtime;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class ReplayTape {
  /** The calls of a method, and the first that may be unused. */
  private static final class Calls {
    final List<RecordedCall> all = new ArrayList<>();
    int first;
  }

  private final Map<String, Calls> byMethod = new HashMap<>();
  private final List<RecordedCall> upcalls = new ArrayList<>();
  private long begin = Long.MAX_VALUE;
  private long lastHandle;

  ReplayTape(File file) throws IOException, BadTape {
    RingReader in = new RingReader(file);
    List<RecordedCall> calls = new ArrayList<>();
    Map<Long, RecordedCall> byId = new HashMap<>();
    while (in.next()) {
      begin = Math.min(begin, in.publishTime());
      if (!in.topic().equals(Output.TOPICS[Output.CALLS])) {
        continue;
      }
      RecordedCall call = RecordedCall.find(in);
      if (call.phase == Tags.PHASE_EXIT) {
        continue;
      }
      calls.add(call);
      byId.put(call.id, call);
    }
    Collections.sort(calls, new Comparator<RecordedCall>() {
      @Override
      public int compare(RecordedCall a, RecordedCall b) {
        return a.begin != b.begin ? Long.compare(a.begin, b.begin) : Long.compare(a.id, b.id);
      }
    });
    Map<Long, RecordedCall> lastMention = new HashMap<>();
    for (RecordedCall call : calls) {
      index(call, byId, lastMention);
    }
  }

  private void index(RecordedCall call, Map<Long, RecordedCall> byId,
      Map<Long, RecordedCall> lastMention) throws BadTape {
    Calls same = byMethod.get(call.method);
    if (same == null) {
      same = new Calls();
      byMethod.put(call.method, same);
    }
    same.all.add(call);
    for (Long handle : call.mentioned()) {
      lastHandle = Math.max(lastHandle, handle);
      if (!call.isUpcall()) {
        lastMention.put(handle, call);
      }
    }
    if (!call.isUpcall()) {
      return;
    }
    RecordedCall around = byId.get(call.cause);
    if (around != null && !around.isUpcall() && around.thread.equals(call.thread)) {
      around.within.add(call);
      return;
    }
    upcalls.add(call);
    call.registration = lastMention.get(call.receiver);
    if (call.registration != null) {
      call.registration.upcalls.add(call);
    }
  }

  /** When the recording began, on its clock; MAX_VALUE when it is empty. */
  long begin() {
    return begin;
  }

  long lastHandle() {
    return lastHandle;
  }

  List<RecordedCall> upcalls() {
    return upcalls;
  }

  /** Says whether a recorded call is the one that is made now. */
  interface Test {
    boolean matches(RecordedCall call) throws BadTape;
  }

  /**
   * The first unused call of the method that passes the test, on this thread or
   * (null) on any; it counts as used from then on. Null when there is none.
   */
  synchronized RecordedCall take(String method, String thread, Test test) throws BadTape {
    Calls calls = byMethod.get(method);
    if (calls == null) {
      return null;
    }
    List<RecordedCall> all = calls.all;
    while (calls.first < all.size() && all.get(calls.first).used) {
      calls.first++;
    }
    int tried = 0;
    for (int i = calls.first; i < all.size() && tried < Limits.LOOK_AHEAD; i++) {
      RecordedCall call = all.get(i);
      if (call.used || (thread != null && !call.thread.equals(thread))) {
        continue;
      }
      tried++;
      if (test.matches(call)) {
        call.used = true;
        return call;
      }
      call.forget();
    }
    return null;
  }

  /** Takes this one; false when it was used already. */
  synchronized boolean take(RecordedCall call) {
    if (call.used) {
      return false;
    }
    call.used = true;
    return true;
  }

  /** What the replay did not come to, in the order of the recording. */
  synchronized List<RecordedCall> unused() {
    List<RecordedCall> unused = new ArrayList<>();
    for (Calls calls : byMethod.values()) {
      for (RecordedCall call : calls.all) {
        if (!call.used) {
          unused.add(call);
        }
      }
    }
    Collections.sort(unused, new Comparator<RecordedCall>() {
      @Override
      public int compare(RecordedCall a, RecordedCall b) {
        return Long.compare(a.begin, b.begin);
      }
    });
    return unused;
  }
}
