// Answers downcalls from the tape and tells where the app asks for something
// else than it did.
//
// A call is looked for among those of the same method and thread, in their
// order; one that was overtaken stays, and is reported as missing at the end if
// it never comes. A call with other arguments gets the answer of the first one
// that is left, and a report; one for which nothing is left is made for real,
// and reported.
//
// Threads: any, each with its ThreadState.
package io.reprise.runtime;

import java.util.List;

final class Replayer {
  private final ReplayTape tape;
  private final Handles handles;
  private final Report report;
  private final UpcallPlayer player;
  private volatile ClassLoader loader;

  Replayer(ReplayTape tape, Handles handles, Report report, UpcallPlayer player,
      ClassLoader loader) {
    this.tape = tape;
    this.handles = handles;
    this.report = report;
    this.player = player;
    this.loader = loader;
  }

  void setLoader(ClassLoader loader) {
    this.loader = loader;
  }

  /** Finds the recorded call and prepares the answer. */
  void enter(ThreadState thread, Call call) throws BadTape {
    String name = thread.name();
    CallMatch match = new CallMatch(call, handles);
    RecordedCall found = tape.take(call.point.method, name, match);
    if (found == null) {
      found = tape.take(call.point.method, null, match);
      if (found != null) {
        report.difference(thread, Tags.KIND_REQUEST_MATCHED_LOOSELY, found.id, call.point.method,
            Words.call(call.point.method, call.args) + " was made on thread \"" + found.thread
                + "\" in the recording and is now made on \"" + name + "\".",
            found.thread, name);
      }
    }
    if (found == null) {
      match.ignoreArguments();
      found = tape.take(call.point.method, name, match);
      if (found != null) {
        report.difference(thread, Tags.KIND_CALL_DIFFERED, found.id, call.point.method,
            Words.call(call.point.method, call.args) + " differs from the recorded "
                + Words.call(found) + ", whose answer it gets.",
            Words.call(found), Words.call(call.point.method, call.args));
      }
    }
    if (found == null) {
      report.difference(thread, Tags.KIND_EVENT_UNRECORDED, 0, call.point.method,
          Words.call(call.point.method, call.args)
              + " has no counterpart left in the recording and is made for real.",
          "", Words.call(call.point.method, call.args));
      call.mode = Tags.MODE_LIVE;
      return;
    }
    match.bind();
    answer(thread, call, found);
  }

  private void answer(ThreadState thread, Call call, RecordedCall found) {
    call.recorded = found;
    call.mode = Tags.MODE_REPLAYED;
    try {
      ValueBuilder builder = new ValueBuilder(found.heap, handles, loader);
      builder.build();
      for (int i = 0; i < call.argumentCount() && i < found.arguments.size(); i++) {
        char kind = call.point.parameter(i);
        if (kind == 'x' && found.arguments.get(i).value.kind != 0) {
          call.args[i] = typed(builder.value(found.arguments.get(i).value), call.point, i);
        }
      }
      // A request to another app is not made again although it is live: its
      // result is delivered from the tape.
      boolean live = call.point.live && !call.point.stub.equals("result");
      if (call.point.constructor || live) {
        call.mode = Tags.MODE_LIVE;
        player.came(found, call.args);
        return;
      }
      if (found.exception != null) {
        Object thrown = builder.value(found.exception);
        if (!(thrown instanceof Throwable)) {
          throw new BadTape("what a call threw is no exception");
        }
        call.thrown = (Throwable) thrown;
      } else if (call.point.hasResult) {
        call.result = result(builder, found, call.point);
      }
      for (int i = 0; i < call.argumentCount() && i < found.arguments.size(); i++) {
        RecordedValue after = found.arguments.get(i).after;
        if (call.point.parameter(i) == 'o' && call.args[i] != null && after != null
            && after.isPointer()) {
          builder.fillInto(after, call.args[i]);
        }
      }
      call.answered = true;
      player.came(found, call.args);
    } catch (BadTape e) {
      call.mode = Tags.MODE_LIVE;
      report.difference(thread, Tags.KIND_UNSUPPORTED, found.id, call.point.method,
          "The recorded answer of " + Words.call(found) + " cannot be given: " + e.getMessage()
              + ". The call is made for real.",
          "", "");
    } finally {
      found.forget();
    }
  }

  private Object result(ValueBuilder builder, RecordedCall found, Point point) throws BadTape {
    if (found.result == null || found.result.kind == 0) {
      throw new BadTape("its result was not recorded");
    }
    Object result = builder.value(found.result);
    if (result == null && found.result.isPointer()) {
      throw new BadTape("its result cannot be made again");
    }
    return typed(result, point, point.types.size() - 1);
  }

  /** The value, if it is of the type that the method has there. */
  private Object typed(Object value, Point point, int index) throws BadTape {
    String descriptor = point.types.get(index);
    if (value == null) {
      if (descriptor.length() == 1) {
        throw new BadTape("a recorded value is null where " + descriptor + " is wanted");
      }
      return null;
    }
    Class<?> type = point.boxed[index];
    if (type == null) {
      type = Descriptors.find(descriptor, loader);
    }
    if (!type.isInstance(value)) {
      throw new BadTape("a recorded value is of " + value.getClass().getName()
          + " where " + type.getName() + " is wanted");
    }
    return value;
  }

  /** A live object was made where the recording made one. */
  void madeLive(Call call, Object result) {
    RecordedCall found = call.recorded;
    if (found == null || result == null) {
      return;
    }
    try {
      found.read();
      if (found.result != null && found.result.kind == Tags.VALUE_OBJECT
          && found.result.bits >= 0 && found.result.bits < found.heap.size()) {
        long handle = found.heap.get((int) found.result.bits).handle;
        if (handle != 0 && handles.canBind(handle, result)) {
          handles.bind(handle, result);
        }
      }
    } catch (BadTape e) {
      // Was read before; the object just has no counterpart.
    } finally {
      found.forget();
    }
  }

  /** Arguments of a recorded upcall, of the types of its method. */
  Object[] upcallArguments(RecordedCall upcall, Point point, Object[] given) throws BadTape {
    upcall.read();
    try {
      ValueBuilder builder = new ValueBuilder(upcall.heap, handles, loader);
      builder.build();
      List<RecordedCall.Argument> recorded = upcall.arguments;
      int count = point.types.size() - 1;
      if (recorded.size() != count) {
        throw new BadTape("it has " + recorded.size() + " arguments, not " + count);
      }
      Object[] args = given == null ? new Object[count] : given;
      for (int i = 0; i < count; i++) {
        boolean replaced = given == null || point.parameter(i) == 'v' || point.parameter(i) == 'x';
        if (replaced && recorded.get(i).value.kind != 0) {
          args[i] = typed(builder.value(recorded.get(i).value), point, i);
        }
      }
      return args;
    } finally {
      upcall.forget();
    }
  }
}
