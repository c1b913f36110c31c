// Reads a ring file that is whole and never wrapped: the host hands a recording
// to a replay in the same form in which it got it (src/ring). The file may be
// anybody's.
//
// Threads: one at a time; message() any.
package io.reprise.runtime;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

final class RingReader {
  private final ByteBuffer map;
  private final long capacity;
  private final long key;
  private final Map<Integer, String> topics = new HashMap<>();
  private long at;

  private int place;
  private int size;
  private int channel;
  private long logTime;
  private long publishTime;

  RingReader(File file) throws IOException, BadTape {
    RandomAccessFile open = new RandomAccessFile(file, "r");
    try {
      long length = open.length();
      if (length < RingFormat.DATA || length > Integer.MAX_VALUE) {
        throw new BadTape(file + " has " + length + " bytes, which is no ring");
      }
      map = open.getChannel()
          .map(FileChannel.MapMode.READ_ONLY, 0, length)
          .order(ByteOrder.LITTLE_ENDIAN);
    } finally {
      open.close();
    }
    if (map.getLong(0) != RingFormat.MAGIC) {
      throw new BadTape(file + " is no ring");
    }
    if (map.getInt(RingFormat.AT_VERSION) != RingFormat.VERSION) {
      throw new BadTape(file + " is of version " + map.getInt(RingFormat.AT_VERSION)
          + ", this runtime reads " + RingFormat.VERSION
          + ": weave the app again with the Reprise that replays it");
    }
    capacity = map.getLong(RingFormat.AT_CAPACITY);
    if (map.getInt(RingFormat.AT_DATA) != RingFormat.DATA
        || capacity < 0
        || capacity > map.limit() - RingFormat.DATA) {
      throw new BadTape(file + " claims " + capacity + " bytes of data");
    }
    key = map.getLong(RingFormat.AT_KEY);
    readChannels();
  }

  private void readChannels() throws BadTape {
    int length = map.getInt(RingFormat.AT_TEXT_LENGTH);
    if (length < 0 || length > RingFormat.DATA - RingFormat.AT_TEXT) {
      throw new BadTape("the channels of a ring claim " + length + " bytes");
    }
    for (String line : new String(copy(RingFormat.AT_TEXT, length), StandardCharsets.UTF_8)
        .split("\n")) {
      String[] words = line.split(" ");
      if (words.length == 3 && words[0].equals("channel")) {
        try {
          topics.put(Integer.parseInt(words[1]), words[2]);
        } catch (NumberFormatException e) {
          throw new BadTape("\"" + line + "\" is no channel", e);
        }
      }
    }
  }

  private byte[] copy(int from, int length) {
    byte[] bytes = new byte[length];
    ByteBuffer view = map.duplicate();
    view.position(from);
    view.get(bytes);
    return bytes;
  }

  /** Goes to the next message; false at the end. */
  boolean next() throws BadTape {
    while (capacity - at >= RingFormat.ENTRY_BYTES) {
      place = RingFormat.DATA + (int) at;
      if (map.getLong(place) != (at ^ key)) {
        return false;
      }
      size = map.getInt(place + RingFormat.AT_SIZE);
      if (size < 0 || size > capacity - at - RingFormat.ENTRY_BYTES) {
        throw new BadTape("an entry claims " + size + " bytes");
      }
      int kind = map.getShort(place + RingFormat.AT_KIND);
      at += RingFormat.entryBytes(size);
      if (kind != RingFormat.MESSAGE) {
        continue;
      }
      channel = map.getShort(place + RingFormat.AT_CHANNEL) & 0xffff;
      logTime = map.getLong(place + RingFormat.AT_LOG_TIME);
      publishTime = map.getLong(place + RingFormat.AT_PUBLISH_TIME);
      checkSum();
      return true;
    }
    return false;
  }

  private void checkSum() throws BadTape {
    CRC32 crc = new CRC32();
    int length = RingFormat.ENTRY_BYTES - RingFormat.AT_SIZE + size;
    crc.update(copy(place + RingFormat.AT_SIZE, length), 0, length);
    if ((int) crc.getValue() != map.getInt(place + RingFormat.AT_CRC)) {
      throw new BadTape("the entry at byte " + place + " is damaged");
    }
  }

  String topic() {
    String topic = topics.get(channel);
    return topic == null ? "" : topic;
  }

  long logTime() {
    return logTime;
  }

  long publishTime() {
    return publishTime;
  }

  int place() {
    return place;
  }

  int size() {
    return size;
  }

  /** The bytes of the message that place() and size() gave. */
  byte[] message(int place, int size) {
    return copy(place + RingFormat.ENTRY_BYTES, size);
  }
}
