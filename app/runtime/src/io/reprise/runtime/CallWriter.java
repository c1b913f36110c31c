// Writes calls to the tape as CallEvents, on whatever stream they are.
//
// A downcall is written when it ends, an upcall when it begins and again when
// it ends: one in which the app dies is on the tape.
//
// Threads: any, each with its ThreadState.
package io.reprise.runtime;

final class CallWriter {
  /** More than ids, a plain result, duration and mode take. */
  private static final int OTHER_BYTES = 8 * ProtoWriter.MAX_VARINT;

  private final Output output;

  CallWriter(Output output) {
    this.output = output;
  }

  void begin(ThreadState thread, Call call) {
    Point point = call.point;
    CallBuffer buffer = thread.takeBuffer();
    buffer.begin(call, point.upcall);
    if (!point.upcall) {
      call.buffer = buffer;
      return;
    }
    ProtoWriter out = thread.out;
    out.clear();
    head(out, call, call.id, Tags.PHASE_ENTER, 0);
    receiver(out, thread, call);
    buffer.putArguments(call, out, false);
    buffer.putHeap(out);
    finishUpcall(out, thread, call, call.begin);
    thread.giveBuffer(buffer);
  }

  void end(ThreadState thread, Call call, Object result, Throwable thrown) {
    long now = System.nanoTime();
    ProtoWriter out = thread.out;
    Point point = call.point;
    if (point.upcall) {
      out.clear();
      head(out, call, thread.newId(), Tags.PHASE_EXIT, call.id);
      putEnd(out, thread, call, result, thrown);
      finishUpcall(out, thread, call, now);
      return;
    }
    byte[] info = thread.info();
    byte[] fields = point.wholeFields;
    byte[] to = out.restart(fields.length + info.length + OTHER_BYTES);
    int at = whole(to, call, fields);
    if (point.plain == 0 || call.self != null || call.buffer != null || thrown != null
        || result == null) {
      out.wrote(at);
      receiver(out, thread, call);
      putEnd(out, thread, call, result, thrown);
      to = out.room(info.length + OTHER_BYTES);
      at = out.size();
    } else {
      at = plain(to, at, point.plain, result);
    }
    finish(thread, call, now, to, at, info);
  }

  /** Appends the arguments of a downcall, the result or exception, the heap. */
  private static void putEnd(ProtoWriter out, ThreadState thread, Call call, Object result,
      Throwable thrown) {
    CallBuffer buffer = call.buffer;
    Point point = call.point;
    if (buffer == null) {
      if (thrown == null && !point.hasResult) {
        return;
      }
      buffer = thread.takeBuffer();
    } else {
      buffer.putArguments(call, out, true);
    }
    if (thrown != null) {
      buffer.values.value(out, Tags.CALL_EXCEPTION, thrown, true);
    } else if (point.hasResult) {
      // What the app answers to an upcall is its own; not copied.
      buffer.values.value(out, Tags.CALL_RESULT, result, !point.upcall);
    }
    buffer.putHeap(out);
    thread.giveBuffer(buffer);
    call.buffer = null;
  }

  private void finishUpcall(ProtoWriter out, ThreadState thread, Call call, long now) {
    byte[] info = thread.info();
    out.raw(info, 0, info.length);
    byte[] looper = thread.looper();
    byte[] to = out.room(looper.length + OTHER_BYTES);
    finish(thread, call, now, to, out.size(), looper);
  }

  // What follows is for the most frequent calls, of a clock and the like, which
  // have a number as their result and nothing else. It goes without calls and
  // fields as far as possible: they are what costs where Android interprets.

  private static int whole(byte[] to, Call call, byte[] fields) {
    to[RingFormat.ENTRY_BYTES] = Tags.ID << 3;
    int at = ProtoWriter.varint(to, RingFormat.ENTRY_BYTES + 1, call.id);
    Call outer = call.outer;
    if (outer != null) {
      to[at] = Tags.CAUSE << 3;
      at = ProtoWriter.varint(to, at + 1, outer.id);
    }
    RecordedCall recorded = call.recorded;
    if (recorded != null) {
      to[at] = Tags.ORIGIN << 3;
      at = ProtoWriter.varint(to, at + 1, recorded.id);
    }
    System.arraycopy(fields, 0, to, at, fields.length);
    return at + fields.length;
  }

  private static int plain(byte[] to, int at, char type, Object result) {
    int inner = Tags.VALUE_BOOL;
    long number;
    if (type == 'J') {
      inner = Tags.VALUE_LONG;
      number = (Long) result;
      number = number << 1 ^ number >> 63;
    } else if (type == 'I') {
      inner = Tags.VALUE_INT;
      number = (Integer) result;
      number = number << 1 ^ number >> 63;
    } else {
      number = (Boolean) result ? 1 : 0;
    }
    return ProtoWriter.nested(to, at, Tags.CALL_RESULT, inner, number);
  }

  /** Appends what is given and all after it, and hands the message over. */
  private void finish(ThreadState thread, Call call, long now, byte[] to, int at, byte[] last) {
    System.arraycopy(last, 0, to, at, last.length);
    at += last.length;
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

  private static void receiver(ProtoWriter out, ThreadState thread, Call call) {
    Object self = call.self;
    if (self == null) {
      return;
    }
    Point point = call.point;
    byte[] type = point.receiverField(self.getClass());
    if (type.length != 0) {
      out.raw(type, 0, type.length);
    }
    Handles.Key key = point.receiver;
    if (key == null || key.get() != self) {
      key = thread.handles.keyOf(self);
      point.receiver = key;
    }
    out.putNested(Tags.CALL_RECEIVER, Tags.VALUE_LIVE, key.number);
  }
}
