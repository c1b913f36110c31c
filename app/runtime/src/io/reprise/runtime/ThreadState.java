// What the runtime knows of a thread of the app.
//
// Threads: its own.
package io.reprise.runtime;

final class ThreadState {
  /** True while the thread runs code of the runtime: it is not intercepted. */
  boolean inside;

  /** The innermost open call, or null. */
  Call top;

  /** The recorded upcall that is being delivered on this thread, or null. */
  RecordedCall delivering;

  private static final int IDS = 64;

  final Session session;
  private final String process;
  private final Output output;
  final RingWriter.Lane lane;
  final ProtoWriter out = new ProtoWriter(RingFormat.ENTRY_BYTES);
  final Handles handles;
  final Thread thread = Thread.currentThread();
  private CallBuffer free; // a list
  private long nextId;
  private long idsEnd;
  private String given; // by getName()
  private String interned;
  private String name; // that info has
  private byte[] info;
  private String looperName; // that looperField has
  private byte[] looperField;

  ThreadState(Session session, String process, Output output, RingWriter.Lane lane,
      Handles handles) {
    this.process = process;
    this.session = session;
    this.output = output;
    this.lane = lane;
    this.handles = handles;
  }

  /** An id for a message; the thread takes them by the dozen. */
  long newId() {
    if (nextId == idsEnd) {
      nextId = output.newIds(IDS);
      idsEnd = nextId + IDS;
    }
    return nextId++;
  }

  CallBuffer takeBuffer() {
    CallBuffer buffer = free;
    if (buffer == null) {
      return new CallBuffer(handles);
    }
    free = buffer.next;
    return buffer;
  }

  void giveBuffer(CallBuffer buffer) {
    buffer.next = free;
    free = buffer;
  }

  /** The thread's name of now, as String.intern() has it. */
  String name() {
    String current = thread.getName();
    if (current != given) {
      given = current;
      interned = current.intern();
    }
    return interned;
  }

  /** The thread's looper as the field CallEvent.looper; nothing without one. */
  byte[] looper() {
    String current = thread.getName(); // and that of its looper
    if (current != looperName) {
      String looper = Platform.get().looper();
      ProtoWriter field = new ProtoWriter();
      field.text(Tags.CALL_LOOPER, looper);
      looperField = field.toBytes();
      looperName = looper.isEmpty() ? null : current; // it may get one later
    }
    return looperField;
  }

  /** The thread as the field CallEvent.thread. */
  byte[] info() {
    String current = thread.getName();
    if (current != name) {
      ProtoWriter writer = new ProtoWriter();
      writer.number(Tags.THREAD_PID, Platform.get().processId());
      writer.number(Tags.THREAD_TID, Platform.get().threadId());
      writer.text(Tags.THREAD_NAME, current);
      writer.text(Tags.THREAD_PROCESS, process);
      ProtoWriter field = new ProtoWriter();
      field.putBytes(Tags.CALL_THREAD, writer.bytes(), 0, writer.size());
      info = field.toBytes();
      name = current;
    }
    return info;
  }
}
