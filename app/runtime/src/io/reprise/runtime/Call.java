// An intercepted call between its enter and its end: opaque to woven code.
//
// Threads: that of the call.
package io.reprise.runtime;

public final class Call {
  final ThreadState thread;
  final Point point;
  final Object self;
  final Object[] args;

  /** The one around it on the same thread, or null. */
  final Call outer;

  long id;
  long begin;

  /** CallEvent.MODE_... */
  int mode;

  /** In a replay, the call of the recording that it was matched with. */
  RecordedCall recorded;

  /** Whether the tape answers instead of the system. */
  boolean answered;

  /** The answer: a result, or something to throw. */
  Object result;

  Throwable thrown;

  /** The arguments and their objects as they were; null without arguments. */
  CallBuffer buffer;

  Call(ThreadState thread, Point point, Object self, Object[] args, Call outer) {
    this.thread = thread;
    this.point = point;
    this.self = self;
    this.args = args;
    this.outer = outer;
  }

  int argumentCount() {
    return args == null ? 0 : args.length;
  }
}
