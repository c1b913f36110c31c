// A call of the recording that is replayed: what is needed to find it, and its
// values, which are read when it is used.
//
// Threads: `used` is guarded by the ReplayTape; read() any.
package io.reprise.runtime;

import java.util.ArrayList;
import java.util.Arrays;
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
  private boolean isRead;

  // Filled by read().
  List<Argument> arguments = Collections.emptyList();
  RecordedValue result;
  RecordedValue exception;
  List<RecordedObject> heap = Collections.emptyList();

  // Where the values are: few bytes are kept, others stay in the source.
  private byte[] kept;
  private RingReader source;
  private int place;
  private int size;

  /** What identifies the call in the message that the reader is at. */
  static RecordedCall find(RingReader source) throws BadTape {
    RecordedCall call = new RecordedCall();
    call.source = source;
    call.begin = source.publishTime();
    call.end = source.logTime();
    byte[] bytes = source.message(source.place(), source.size());
    ProtoReader in = new ProtoReader(bytes, 0, bytes.length);
    int values = bytes.length;
    int end = values;
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
          call.method = in.text().intern(); // compared often, so by identity first
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
        case Tags.CALL_ARGUMENTS:
        case Tags.CALL_RESULT:
        case Tags.CALL_EXCEPTION:
        case Tags.CALL_HEAP:
          values = Math.min(values, in.begin());
          end = in.end();
          break;
        default:
      }
    }
    call.place = source.place() + values;
    call.size = end - values;
    if (call.size <= Limits.KEPT_BYTES) {
      call.kept = Arrays.copyOfRange(bytes, values, end);
    }
    return call;
  }

  private void readThread(ProtoReader in) throws BadTape {
    while (in.next()) {
      if (in.field() == Tags.THREAD_NAME) {
        thread = in.text().intern();
      }
    }
  }

  boolean isUpcall() {
    return direction == Tags.DIRECTION_UPCALL;
  }

  private ProtoReader values() {
    byte[] bytes = kept != null ? kept : source.message(place, size);
    return new ProtoReader(bytes, 0, bytes.length);
  }

  /** Reads the values; call it before the fields above are used. */
  synchronized void read() throws BadTape {
    if (isRead) {
      return;
    }
    forget(); // what was read before it threw
    ProtoReader in = values();
    while (in.next()) {
      switch (in.field()) {
        case Tags.CALL_ARGUMENTS:
          if (arguments.isEmpty()) {
            arguments = new ArrayList<>(4);
          }
          arguments.add(readArgument(in.nested()));
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
    isRead = true;
  }

  /** Lets go of the values. */
  synchronized void forget() {
    isRead = false;
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
    for (ProtoReader in = values(); in.next(); ) {
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
