// What the runtime knows of a thread of the app.
//
// Threads: its own.
package io.reprise.runtime;

import java.util.ArrayList;
import java.util.List;

final class ThreadState {
  /** True while the thread runs code of the runtime: it is not intercepted. */
  boolean inside;

  /** The innermost open call, or null. */
  Call top;

  /** The recorded upcall that is being delivered on this thread, or null. */
  RecordedCall delivering;

  final RingWriter.Lane lane;
  final ProtoWriter out = new ProtoWriter();
  private final Handles handles;
  private final List<CallBuffer> free = new ArrayList<>();
  private String name;
  private byte[] info;

  ThreadState(RingWriter.Lane lane, Handles handles) {
    this.lane = lane;
    this.handles = handles;
  }

  CallBuffer takeBuffer() {
    return free.isEmpty() ? new CallBuffer(handles) : free.remove(free.size() - 1);
  }

  void giveBuffer(CallBuffer buffer) {
    free.add(buffer);
  }

  /** The thread as a ThreadInfo. */
  byte[] info(String process) {
    String current = Thread.currentThread().getName();
    if (!current.equals(name)) {
      ProtoWriter writer = new ProtoWriter();
      writer.number(Tags.THREAD_PID, Platform.get().processId());
      writer.number(Tags.THREAD_TID, Platform.get().threadId());
      writer.text(Tags.THREAD_NAME, current);
      writer.text(Tags.THREAD_PROCESS, process);
      info = writer.toBytes();
      name = current;
    }
    return info;
  }
}
