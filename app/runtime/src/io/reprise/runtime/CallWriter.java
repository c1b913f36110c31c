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
    Point point = call.point;
    ProtoWriter out = thread.out;
    out.clear();
    if (point.plain != 0 && call.buffer == null && call.self == null && thrown == null
        && call.recorded == null && !point.upcall) {
      plain(out, thread, call, result, now);
      return;
    }
    CallBuffer buffer = call.buffer == null ? thread.takeBuffer() : call.buffer;
    call.buffer = buffer;
    if (point.upcall) {
      head(out, call, thread.newId(), Tags.PHASE_EXIT, call.id);
    } else {
      ids(out, call, call.id);
      byte[] fields = point.wholeFields;
      out.raw(fields, 0, fields.length);
      receiver(out, call);
      buffer.putArguments(call, out, true);
    }
    if (thrown != null) {
      buffer.values.value(out, Tags.CALL_EXCEPTION, thrown, true);
    } else if (point.hasResult) {
      // What the app answers to an upcall is its own; not copied.
      buffer.values.value(out, Tags.CALL_RESULT, result, !point.upcall);
    }
    buffer.putHeap(out);
    tail(out, thread, call, now - call.begin);
    output.write(thread, Output.CALLS, now, call.begin);
    thread.giveBuffer(buffer);
    call.buffer = null;
  }

  /**
   * The same for the most frequent calls, of a clock and the like, which have a
   * number as their result and nothing else. Without calls and fields as far as
   * possible: they are what costs where Android interprets.
   */
  private void plain(ProtoWriter out, ThreadState thread, Call call, Object result, long now) {
    Point point = call.point;
    byte[] fields = point.wholeFields;
    byte[] info = thread.info(process);
    byte[] to = out.room(fields.length + info.length + 8 * ProtoWriter.MAX_VARINT);
    int at = RingFormat.ENTRY_BYTES;
    to[at] = Tags.ID << 3;
    at = ProtoWriter.varint(to, at + 1, call.id);
    Call outer = call.outer;
    if (outer != null) {
      to[at] = Tags.CAUSE << 3;
      at = ProtoWriter.varint(to, at + 1, outer.id);
    }
    System.arraycopy(fields, 0, to, at, fields.length);
    int value = at + fields.length;
    to[value] = Tags.CALL_RESULT << 3 | ProtoWriter.LENGTH;
    switch (point.plain) {
      case 'J':
        to[value + 2] = Tags.VALUE_LONG << 3;
        at = ProtoWriter.varint(to, value + 3, ProtoWriter.zigZag((Long) result));
        break;
      case 'I':
        to[value + 2] = Tags.VALUE_INT << 3;
        at = ProtoWriter.varint(to, value + 3, ProtoWriter.zigZag((Integer) result));
        break;
      default:
        to[value + 2] = Tags.VALUE_BOOL << 3;
        to[value + 3] = (byte) ((Boolean) result ? 1 : 0);
        at = value + 4;
    }
    to[value + 1] = (byte) (at - value - 2);
    System.arraycopy(info, 0, to, at, info.length);
    at += info.length;
    long begin = call.begin;
    if (now != begin) {
      to[at] = (byte) (Tags.CALL_DURATION << 3 | 0x80);
      to[at + 1] = Tags.CALL_DURATION >> 4;
      at = ProtoWriter.varint(to, at + 2, now - begin);
    }
    to[at] = (byte) (Tags.CALL_MODE << 3 | 0x80);
    to[at + 1] = Tags.CALL_MODE >> 4;
    to[at + 2] = (byte) call.mode;
    output.write(thread, Output.CALLS, now, begin, to, at + 3);
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
    Object self = call.self;
    if (self == null) {
      return;
    }
    byte[] type = call.point.receiverField(self.getClass());
    if (type.length != 0) {
      out.raw(type, 0, type.length);
    }
    call.buffer.values.live(out, Tags.CALL_RECEIVER, self);
  }

  private void tail(ProtoWriter out, ThreadState thread, Call call, long duration) {
    byte[] info = thread.info(process);
    out.raw(info, 0, info.length);
    if (call.point.upcall) {
      byte[] looper = thread.looper();
      out.raw(looper, 0, looper.length);
    }
    out.number(Tags.CALL_DURATION, duration);
    out.number(Tags.CALL_MODE, call.mode);
  }
}
