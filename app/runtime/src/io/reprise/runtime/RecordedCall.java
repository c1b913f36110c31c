// A call of the recording that is replayed: what is needed to find it, and its
// values, which are read when it is used.
//
// Threads: `used` is guarded by the ReplayTape; read() any.
package io.reprise.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

final class RecordedCall {
  static final class Argument {
    RecordedValue value = new RecordedValue();
    RecordedValue after;
  }

  long id;
  long cause;
  int direction;
  int phase;
  String method = "";
  String receiverClass = "";
  String thread = "";
  String looper = "";
  long duration;
  long receiver; // handle, 0 = static
  long begin; // publish_time
  long end; // log_time

  /** Upcalls that came within this downcall, on its thread. */
  final List<RecordedCall> within = new ArrayList<>(0);

  /** Of an upcall, the last downcall before that was told the receiver. */
  RecordedCall registration;

  /** Upcalls whose registration this is. */
  final List<RecordedCall> upcalls = new ArrayList<>(0);

  boolean used;

  // Filled by read().
  List<Argument> arguments = Collections.emptyList();
  RecordedValue result;
  RecordedValue exception;
  List<RecordedObject> heap = Collections.emptyList();

  private RingReader source;
  private int place;
  private int size;

  /** What identifies the call in the message that the reader is at. */
  static RecordedCall find(RingReader source) throws BadTape {
    RecordedCall call = new RecordedCall();
    call.source = source;
    call.place = source.place();
    call.size = source.size();
    call.begin = source.publishTime();
    call.end = source.logTime();
    byte[] bytes = source.message(call.place, call.size);
    ProtoReader in = new ProtoReader(bytes, 0, bytes.length);
    while (in.next()) {
      switch (in.field()) {
        case Tags.ID:
          call.id = in.number();
          break;
        case Tags.CAUSE:
          call.cause = in.number();
          break;
        case Tags.CALL_DIRECTION:
          call.direction = (int) in.number();
          break;
        case Tags.CALL_PHASE:
          call.phase = (int) in.number();
          break;
        case Tags.CALL_METHOD:
          call.method = in.text();
          break;
        case Tags.CALL_RECEIVER_CLASS:
          call.receiverClass = in.text();
          break;
        case Tags.CALL_RECEIVER:
          call.receiver = RecordedValue.read(in.nested()).bits;
          break;
        case Tags.CALL_THREAD:
          call.readThread(in.nested());
          break;
        case Tags.CALL_LOOPER:
          call.looper = in.text();
          break;
        case Tags.CALL_DURATION:
          call.duration = in.number();
          break;
        default:
      }
    }
    return call;
  }

  private void readThread(ProtoReader in) throws BadTape {
    while (in.next()) {
      if (in.field() == Tags.THREAD_NAME) {
        thread = in.text();
      }
    }
  }

  boolean isUpcall() {
    return direction == Tags.DIRECTION_UPCALL;
  }

  /** Reads the values; call it before the fields above are used. */
  synchronized void read() throws BadTape {
    if (arguments != Collections.<Argument>emptyList()) {
      return;
    }
    byte[] bytes = source.message(place, size);
    ProtoReader in = new ProtoReader(bytes, 0, bytes.length);
    List<Argument> all = new ArrayList<>(4);
    while (in.next()) {
      switch (in.field()) {
        case Tags.CALL_ARGUMENTS:
          all.add(readArgument(in.nested()));
          break;
        case Tags.CALL_RESULT:
          result = RecordedValue.read(in.nested());
          break;
        case Tags.CALL_EXCEPTION:
          exception = RecordedValue.read(in.nested());
          break;
        case Tags.CALL_HEAP:
          heap = RecordedObject.readHeap(in.nested());
          break;
        default:
      }
    }
    arguments = all;
  }

  /** Lets go of the values. */
  synchronized void forget() {
    arguments = Collections.emptyList();
    heap = Collections.emptyList();
    result = null;
    exception = null;
  }

  private static Argument readArgument(ProtoReader in) throws BadTape {
    Argument argument = new Argument();
    while (in.next()) {
      if (in.field() == Tags.ARGUMENT_VALUE) {
        argument.value = RecordedValue.read(in.nested());
      } else if (in.field() == Tags.ARGUMENT_AFTER) {
        argument.after = RecordedValue.read(in.nested());
      }
    }
    return argument;
  }

  /** Handles of the objects that the call was given or gave. */
  List<Long> mentioned() throws BadTape {
    List<Long> handles = new ArrayList<>(2);
    if (receiver != 0) {
      handles.add(receiver);
    }
    byte[] bytes = source.message(place, size);
    for (ProtoReader in = new ProtoReader(bytes, 0, bytes.length); in.next(); ) {
      if (in.field() != Tags.CALL_HEAP) {
        continue;
      }
      for (ProtoReader heap = in.nested(); heap.next(); ) {
        for (ProtoReader object = heap.nested(); object.next(); ) {
          if (object.field() == Tags.OBJECT_HANDLE) {
            handles.add(object.number());
          }
        }
      }
    }
    return handles;
  }
}
