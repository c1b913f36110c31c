// The new tape, as the runtime sees it: channels, ids, and the ring behind.
//
// Ids are unique on a tape that several processes and the host write: they
// begin at a number made of the process id.
//
// Threads: any, each with its ThreadState.
package io.reprise.runtime;

import java.util.concurrent.atomic.AtomicLong;

final class Output {
  static final int CALLS = 0;
  static final int EVENTS = 1;
  static final String[] TOPICS = {"/call", "/reprise"};

  private static final int ID_SHIFT = 30;

  private final RingWriter ring;
  private final AtomicLong lastId;

  Output(RingWriter ring) {
    this.ring = ring;
    lastId = new AtomicLong((Platform.get().processId() + 1L) << ID_SHIFT);
  }

  /** The first of `count` ids that nobody else has. */
  long newIds(int count) {
    return lastId.getAndAdd(count) + 1;
  }

  /** Writes what is in thread.out. */
  void write(ThreadState thread, int channel, long logTime, long publishTime) {
    write(thread, channel, logTime, publishTime, thread.out.bytes(), thread.out.size());
  }

  /** Writes the message that is in `entry` from ENTRY_BYTES to `end`. */
  void write(ThreadState thread, int channel, long logTime, long publishTime, byte[] entry,
      int end) {
    if (!ring.write(thread.lane, channel, logTime, publishTime, entry,
            end - RingFormat.ENTRY_BYTES)
        && ring.isClosed()) {
      throw new RuntimeFault("nobody drained the ring for "
          + Limits.STALLED_NS / 1_000_000_000L + " s");
    }
  }
}
