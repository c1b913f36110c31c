// The way of a message out of the thread that made it: a ring in a mapped file,
// which outlives the app, and which the host drains (src/ring).
//
// Many threads write at once, without a lock: each reserves its bytes by one
// compare-and-set, fills them, and then sets the entry's commit word, by which
// the reader knows that the entry is whole. Who finds the ring full waits for
// the reader, and that is counted in the header; who finds no reader for long
// gives up, which is counted too. Nothing is dropped silently.
//
// Threads: any; each with a Lane of its own.
package io.reprise.runtime;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32;

final class RingWriter {
  private static final long PAUSE_NS = 200_000;

  private final ByteBuffer map;
  private final int capacity; // a power of two
  private final int maxMessage;
  private final long key;
  private final AtomicLong tail = new AtomicLong();
  private final AtomicLong head = new AtomicLong(); // as last seen
  private final AtomicLong waits = new AtomicLong();
  private final AtomicLong waitedNs = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong lostBytes = new AtomicLong();
  private volatile boolean closed;

  /** What a thread needs to write; not shared. */
  static final class Lane {
    private final ByteBuffer view;
    private final CRC32 crc = new CRC32();
    private final byte[] gap = new byte[RingFormat.ENTRY_BYTES];
    private volatile int fence;
    private long limit; // up to there was free when it was last looked

    private Lane(ByteBuffer map) {
      view = map.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /** Makes the file; `channels` are topics, whose indices are their numbers. */
  RingWriter(File file, int capacity, String[] channels) throws IOException {
    if (capacity < RingFormat.MIN_CAPACITY
        || capacity > RingFormat.MAX_CAPACITY
        || Integer.bitCount(capacity) != 1) {
      throw new IOException("a ring of " + capacity + " bytes; a power of two is wanted, from "
          + RingFormat.MIN_CAPACITY + " to " + RingFormat.MAX_CAPACITY);
    }
    this.capacity = capacity;
    maxMessage = capacity / 2 - RingFormat.ENTRY_BYTES;
    this.key = new SecureRandom().nextLong();
    RandomAccessFile open = new RandomAccessFile(file, "rw");
    try {
      open.setLength(0);
      open.setLength(RingFormat.DATA + capacity);
      map = open.getChannel()
          .map(FileChannel.MapMode.READ_WRITE, 0, RingFormat.DATA + capacity)
          .order(ByteOrder.LITTLE_ENDIAN);
    } finally {
      open.close();
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < channels.length; i++) {
      text.append("channel ").append(i).append(' ').append(channels[i]).append('\n');
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    map.putInt(RingFormat.AT_VERSION, RingFormat.VERSION);
    map.putInt(RingFormat.AT_DATA, RingFormat.DATA);
    map.putLong(RingFormat.AT_CAPACITY, capacity);
    map.putLong(RingFormat.AT_KEY, key);
    map.putInt(RingFormat.AT_PID, Platform.get().processId());
    map.putInt(RingFormat.AT_TEXT_LENGTH, bytes.length);
    map.putLong(RingFormat.AT_CREATED, System.nanoTime());
    for (int i = 0; i < bytes.length; i++) {
      map.put(RingFormat.AT_TEXT + i, bytes[i]);
    }
    head.incrementAndGet(); // a fence: the magic comes last
    head.set(0);
    map.putLong(0, RingFormat.MAGIC);
  }

  Lane newLane() {
    return new Lane(map);
  }

  /**
   * The message is in `entry`, behind room for ENTRY_BYTES. False when it was
   * lost: too large, or nobody drains.
   */
  boolean write(Lane lane, int channel, long logTime, long publishTime, byte[] entry, int size) {
    if (closed || size > maxMessage) {
      return lose(size);
    }
    int total = RingFormat.entryBytes(size);
    AtomicLong tail = this.tail;
    long at;
    int rest;
    while (true) {
      at = tail.get();
      rest = capacity - ((int) at & capacity - 1);
      long end = at + (rest < total ? rest + total : total);
      if (end > lane.limit && !findSpace(lane, end)) {
        return lose(size);
      }
      if (tail.compareAndSet(at, end)) {
        break;
      }
    }
    if (rest < total) {
      if (rest >= RingFormat.ENTRY_BYTES) {
        ProtoWriter.fixed32(lane.gap, RingFormat.AT_SIZE, rest - RingFormat.ENTRY_BYTES);
        ProtoWriter.fixed32(lane.gap, RingFormat.AT_KIND, RingFormat.GAP);
        put(lane, at, lane.gap, RingFormat.ENTRY_BYTES);
      }
      at += rest;
    }
    // The size, then kind and channel.
    ProtoWriter.fixed64(entry, RingFormat.AT_SIZE,
        size | (long) (RingFormat.MESSAGE | channel << 16) << 32);
    ProtoWriter.fixed64(entry, RingFormat.AT_LOG_TIME, logTime);
    ProtoWriter.fixed64(entry, RingFormat.AT_PUBLISH_TIME, publishTime);
    put(lane, at, entry, RingFormat.ENTRY_BYTES + size);
    return true;
  }

  /** Whether there is space up to `end`, after a wait if need be. */
  private boolean findSpace(Lane lane, long end) {
    if (end - head.get() > capacity && !waitForSpace(end - capacity)) {
      return false;
    }
    lane.limit = head.get() + capacity;
    return true;
  }

  private void put(Lane lane, long at, byte[] entry, int length) {
    CRC32 crc = lane.crc;
    crc.reset();
    crc.update(entry, RingFormat.AT_SIZE, length - RingFormat.AT_SIZE);
    ProtoWriter.fixed32(entry, RingFormat.AT_CRC, (int) crc.getValue());
    int place = RingFormat.DATA + ((int) at & capacity - 1);
    ByteBuffer view = lane.view;
    view.position(place + RingFormat.AT_CRC);
    view.put(entry, RingFormat.AT_CRC, length - RingFormat.AT_CRC);
    // Java has no fence before API 33; a volatile write and read is one.
    lane.fence = length;
    if (lane.fence == length) {
      view.putLong(place, at ^ key);
    }
  }

  /** Waits until the reader is beyond `wanted`; false: it does not move. */
  private boolean waitForSpace(long wanted) {
    if (readHead() >= wanted) {
      return true;
    }
    boolean interrupted = false;
    long began = System.nanoTime();
    long lastMove = began;
    long seen = head.get();
    boolean found = false;
    while (!closed) {
      LockSupport.parkNanos(this, PAUSE_NS);
      interrupted |= Thread.interrupted();
      long now = System.nanoTime();
      long current = readHead();
      if (current >= wanted) {
        found = true;
        break;
      }
      if (current != seen) {
        seen = current;
        lastMove = now;
      } else if (now - lastMove > Limits.STALLED_NS) {
        closed = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    map.putLong(RingFormat.AT_WAITS, waits.incrementAndGet());
    map.putLong(RingFormat.AT_WAITED_NS, waitedNs.addAndGet(System.nanoTime() - began));
    return found;
  }

  // The reader is another process: what it says is taken only if it can be.
  private long readHead() {
    long said = map.getLong(RingFormat.AT_HEAD);
    while (true) {
      long known = head.get();
      if (said <= known || said > tail.get()) {
        return known;
      }
      if (head.compareAndSet(known, said)) {
        return said;
      }
    }
  }

  private boolean lose(int size) {
    map.putLong(RingFormat.AT_LOST, lost.incrementAndGet());
    map.putLong(RingFormat.AT_LOST_BYTES, lostBytes.addAndGet(size));
    return false;
  }

  boolean isClosed() {
    return closed;
  }

  long lostMessages() {
    return lost.get();
  }

  /** Nothing more will be written; says so to the reader. */
  void close() {
    closed = true;
    map.putLong(RingFormat.AT_CLOSED, tail.get() + 1);
  }
}
