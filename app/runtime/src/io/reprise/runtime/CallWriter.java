// Writes calls to the tape as CallEvents, on whatever stream they are.
//
// A downcall is written when it ends, an upcall when it begins and again when
// it ends: one in which the app dies is on the tape.
//
// Threads: any, each with its ThreadState.
package io.reprise.runtime;

final class CallWriter {
  private final Output output;
  private final String process;

  CallWriter(Output output, String process) {
    this.output = output;
    this.process = process;
  }

  void begin(ThreadState thread, Call call) {
    call.buffer = thread.takeBuffer();
    call.buffer.begin(call, call.point.upcall);
    if (call.point.upcall) {
      ProtoWriter out = thread.out;
      out.clear();
      head(out, call, call.id, Tags.PHASE_ENTER, 0);
      receiver(out, call);
      call.buffer.putArguments(call, out, false);
      call.buffer.putHeap(out);
      tail(out, thread, call, 0);
      output.write(thread, Output.CALLS, call.begin, call.begin);
      thread.giveBuffer(call.buffer);
      call.buffer = null;
    }
  }

  void end(ThreadState thread, Call call, Object result, Throwable thrown) {
    long now = System.nanoTime();
    ProtoWriter out = thread.out;
    out.clear();
    if (call.point.upcall) {
      call.buffer = thread.takeBuffer();
      head(out, call, thread.newId(), Tags.PHASE_EXIT, call.id);
    } else {
      ids(out, call, call.id);
      byte[] fields = call.point.wholeFields;
      out.raw(fields, 0, fields.length);
      receiver(out, call);
      call.buffer.putArguments(call, out, true);
    }
    if (thrown != null) {
      call.buffer.values.value(out, Tags.CALL_EXCEPTION, thrown, true);
    } else if (call.point.hasResult) {
      // What the app answers to an upcall is its own; not copied.
      call.buffer.values.value(out, Tags.CALL_RESULT, result, !call.point.upcall);
    }
    call.buffer.putHeap(out);
    tail(out, thread, call, now - call.begin);
    output.write(thread, Output.CALLS, now, call.begin);
    thread.giveBuffer(call.buffer);
    call.buffer = null;
  }

  private static void head(ProtoWriter out, Call call, long id, int phase, long enter) {
    ids(out, call, id);
    out.number(Tags.CALL_DIRECTION, Tags.DIRECTION_UPCALL);
    out.number(Tags.CALL_PHASE, phase);
    out.number(Tags.CALL_ENTER_REF, enter);
    out.raw(call.point.methodField, 0, call.point.methodField.length);
  }

  private static void ids(ProtoWriter out, Call call, long id) {
    out.putNumber(Tags.ID, id);
    if (call.outer != null) {
      out.putNumber(Tags.CAUSE, call.outer.id);
    }
    if (call.recorded != null) {
      out.putNumber(Tags.ORIGIN, call.recorded.id);
    }
  }

  private static void receiver(ProtoWriter out, Call call) {
    if (call.self == null) {
      return;
    }
    String type = Descriptors.of(call.self.getClass());
    if (!call.point.method.startsWith(type)) {
      out.text(Tags.CALL_RECEIVER_CLASS, type);
    }
    call.buffer.values.live(out, Tags.CALL_RECEIVER, call.self);
  }

  private void tail(ProtoWriter out, ThreadState thread, Call call, long duration) {
    byte[] info = thread.info(process);
    out.raw(info, 0, info.length);
    if (call.point.upcall) {
      out.text(Tags.CALL_LOOPER, Platform.get().looper());
    }
    out.number(Tags.CALL_DURATION, duration);
    out.number(Tags.CALL_MODE, call.mode);
  }
}
