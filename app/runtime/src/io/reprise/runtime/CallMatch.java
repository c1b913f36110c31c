// Whether a recorded call is the one that is made now: of the same object, with
// the same arguments.
//
// Threads: that of the call.
package io.reprise.runtime;

final class CallMatch implements ReplayTape.Test {
  private final Call call;
  private final Handles handles;
  private boolean anyArguments;
  private ValueMatcher matcher; // of the recorded call that was looked at last

  CallMatch(Call call, Handles handles) {
    this.call = call;
    this.handles = handles;
  }

  /** From now on the object is enough. */
  void ignoreArguments() {
    anyArguments = true;
  }

  /** Call it when the recorded call that was looked at last was chosen. */
  void bind() {
    matcher.bind();
  }

  @Override
  public boolean matches(RecordedCall recorded) throws BadTape {
    recorded.read();
    matcher = new ValueMatcher(recorded.heap, handles);
    return sameReceiver(recorded) && (anyArguments || sameArguments(recorded));
  }

  private boolean sameReceiver(RecordedCall recorded) throws BadTape {
    if (recorded.receiver == 0 || call.self == null) {
      return recorded.receiver == 0 && call.self == null;
    }
    RecordedValue receiver = new RecordedValue();
    receiver.kind = Tags.VALUE_LIVE;
    receiver.bits = recorded.receiver;
    return matcher.same(receiver, call.self);
  }

  private boolean sameArguments(RecordedCall recorded) throws BadTape {
    int count = call.argumentCount();
    if (recorded.arguments.size() != count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      char kind = call.point.parameter(i);
      if (kind != 'o' && kind != 'x'
          && !matcher.same(recorded.arguments.get(i).value, call.args[i])) {
        return false;
      }
    }
    return true;
  }
}
