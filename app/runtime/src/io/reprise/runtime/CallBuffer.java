// Where the parts of a CallEvent are put together: its arguments when the call
// begins, the rest when it ends. Reused by the calls of a thread.
//
// Threads: one at a time.
package io.reprise.runtime;

final class CallBuffer {
  final ValueWriter values;
  final ProtoWriter arguments = new ProtoWriter();
  final ProtoWriter objects = new ProtoWriter();
  private int[] ends = new int[8];

  /** The next one that is free, when this one is (ThreadState). */
  CallBuffer next;

  CallBuffer(Handles handles) {
    values = new ValueWriter(handles);
  }

  /** Copies the arguments; those that the call fills are taken at its end. */
  void begin(Call call, boolean deep) {
    int count = call.argumentCount();
    arguments.clear();
    if (ends.length < count) {
      ends = new int[count];
    }
    for (int i = 0; i < count; i++) {
      char kind = call.point.parameter(i);
      if (kind != 'o') {
        int mark = arguments.begin(Tags.CALL_ARGUMENTS);
        values.value(arguments, Tags.ARGUMENT_VALUE, call.args[i], deep);
        arguments.number(Tags.ARGUMENT_TREATMENT, kind == 'x' ? Tags.TREATMENT_XPOINTER : 0);
        arguments.end(mark);
      }
      ends[i] = arguments.size();
    }
    values.objects(objects);
  }

  /** Appends all arguments, with what the call filled. */
  void putArguments(Call call, ProtoWriter out, boolean ended) {
    int from = 0;
    int count = call.argumentCount();
    for (int i = 0; i < count; i++) {
      if (call.point.parameter(i) == 'o') {
        int mark = out.begin(Tags.CALL_ARGUMENTS);
        out.putNumber(Tags.ARGUMENT_TREATMENT, Tags.TREATMENT_OUT);
        if (ended) {
          values.value(out, Tags.ARGUMENT_AFTER, call.args[i], true);
        }
        out.end(mark);
      } else {
        out.raw(arguments.bytes(), from, ends[i] - from);
      }
      from = ends[i];
    }
  }

  /** Appends the heap, as far as values reached it. */
  void putHeap(ProtoWriter out) {
    if (values.hasObjects()) {
      int mark = out.begin(Tags.CALL_HEAP);
      if (objects.size() != 0) {
        out.raw(objects.bytes(), 0, objects.size());
        objects.clear();
      }
      values.objects(out);
      out.end(mark);
    }
    values.start(); // keeps no object of the app alive
  }
}
