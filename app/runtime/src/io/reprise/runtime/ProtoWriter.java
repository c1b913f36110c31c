// Writes the messages of proto/reprise in protobuf's wire form, because the
// runtime brings no library into somebody's app.
//
// Fields are written in the order of their numbers, zeros of plain fields left
// out, so the bytes are those that the host would write. A nested message is
// written in place and moved up when its length takes more than one byte.
//
// Threads: one at a time.
package io.reprise.runtime;

import java.util.Arrays;

final class ProtoWriter {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH = 2;
  static final int FIXED32 = 5;

  static final int MAX_VARINT = 10;

  private static final int KEPT_BYTES = 1 << 16;

  private final int room;
  private byte[] bytes = new byte[512];
  private int size;

  ProtoWriter() {
    this(0);
  }

  /** Leaves so many bytes free at the front, which size() counts. */
  ProtoWriter(int room) {
    this.room = room;
    size = room;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  /** Empties it, and gives back the memory of an unusually large message. */
  void clear() {
    size = room;
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[512];
    }
  }

  /** Forgets what was written after the size was this. */
  void truncate(int to) {
    size = to;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  /** The bytes, with room for so many more from size() on. */
  byte[] room(int more) {
    if (more > bytes.length - size) {
      ensure(more);
    }
    return bytes;
  }

  /** For who wrote into room() himself: up to here. */
  void wrote(int end) {
    size = end;
  }

  void varint(long value) {
    size = varint(room(MAX_VARINT), size, value);
  }

  /** Writes it there and gives where it ends: see room(). */
  static int varint(byte[] to, int at, long value) {
    while (value >>> 28 != 0) {
      int part = (int) value;
      to[at] = (byte) (part | 0x80);
      to[at + 1] = (byte) (part >> 7 | 0x80);
      to[at + 2] = (byte) (part >> 14 | 0x80);
      to[at + 3] = (byte) (part >> 21 | 0x80);
      at += 4;
      value >>>= 28;
    }
    int rest = (int) value;
    while (rest > 0x7f) {
      to[at++] = (byte) (rest | 0x80);
      rest >>= 7;
    }
    to[at] = (byte) rest;
    return at + 1;
  }

  void tag(int field, int type) {
    int tag = field << 3 | type;
    if (tag >= 0x80) {
      varint(tag);
      return;
    }
    if (size == bytes.length) {
      ensure(1);
    }
    bytes[size++] = (byte) tag;
  }

  /** A plain number; nothing when it is 0. */
  void number(int field, long value) {
    if (value != 0) {
      putNumber(field, value);
    }
  }

  /** A number that is there even when it is 0, as in a oneof. */
  void putNumber(int field, long value) {
    tag(field, VARINT);
    varint(value);
  }

  void putSigned(int field, long value) {
    putNumber(field, zigZag(value));
  }

  static long zigZag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  void putFixed32(int field, int value) {
    tag(field, FIXED32);
    fixed32(value);
  }

  void putFixed64(int field, long value) {
    tag(field, FIXED64);
    fixed64(value);
  }

  void fixed32(int value) {
    ensure(4);
    for (int i = 0; i < 4; i++) {
      bytes[size++] = (byte) (value >>> (8 * i));
    }
  }

  void fixed64(long value) {
    ensure(8);
    for (int i = 0; i < 8; i++) {
      bytes[size++] = (byte) (value >>> (8 * i));
    }
  }

  /** Text; nothing when it is empty or null. */
  void text(int field, String value) {
    if (value != null && !value.isEmpty()) {
      putText(field, value);
    }
  }

  void putText(int field, String value) {
    int mark = begin(field);
    utf8(value);
    end(mark);
  }

  void putBytes(int field, byte[] value, int offset, int length) {
    tag(field, LENGTH);
    varint(length);
    raw(value, offset, length);
  }

  void raw(byte[] value, int offset, int length) {
    int at = size;
    if (length > bytes.length - at) {
      ensure(length);
    }
    System.arraycopy(value, offset, bytes, at, length);
    size = at + length;
  }

  /** Begins a nested message, or a packed list; the mark is for end(). */
  int begin(int field) {
    tag(field, LENGTH);
    if (size == bytes.length) {
      ensure(1);
    }
    return size++;
  }

  void end(int mark) {
    int length = size - mark - 1;
    if (length < 0x80) {
      bytes[mark] = (byte) length;
      return;
    }
    int extra = 0;
    for (int rest = length >>> 7; rest != 0; rest >>>= 7) {
      extra++;
    }
    if (extra > 0) {
      ensure(extra);
      System.arraycopy(bytes, mark + 1, bytes, mark + 1 + extra, length);
    }
    size = mark;
    varint(length);
    size += length;
  }

  /** Whether the text has no half of a surrogate pair, so that UTF-8 can. */
  static boolean isWellFormed(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (!Character.isHighSurrogate(c)
          || i + 1 == value.length()
          || !Character.isLowSurrogate(value.charAt(i + 1))) {
        return false;
      }
      i++;
    }
    return true;
  }

  private void utf8(String value) {
    int length = value.length();
    ensure(length * 3L);
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      if (c < 0x80) {
        bytes[size++] = (byte) c;
      } else if (c < 0x800) {
        bytes[size++] = (byte) (0xc0 | c >> 6);
        bytes[size++] = (byte) (0x80 | c & 0x3f);
      } else if (Character.isHighSurrogate((char) c)
          && i + 1 < length
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        int point = Character.toCodePoint((char) c, value.charAt(++i));
        bytes[size++] = (byte) (0xf0 | point >> 18);
        bytes[size++] = (byte) (0x80 | point >> 12 & 0x3f);
        bytes[size++] = (byte) (0x80 | point >> 6 & 0x3f);
        bytes[size++] = (byte) (0x80 | point & 0x3f);
      } else {
        // Half of a pair has no UTF-8; names are not worth more care.
        int shown = Character.isSurrogate((char) c) ? 0xfffd : c;
        bytes[size++] = (byte) (0xe0 | shown >> 12);
        bytes[size++] = (byte) (0x80 | shown >> 6 & 0x3f);
        bytes[size++] = (byte) (0x80 | shown & 0x3f);
      }
    }
  }

  private void ensure(long more) {
    long needed = size + more;
    if (needed <= bytes.length) {
      return;
    }
    if (needed > Limits.MESSAGE_BYTES) {
      throw new RuntimeFault("a message would take " + needed + " bytes");
    }
    int grown = (int) Math.min(Limits.MESSAGE_BYTES, 2L * needed);
    bytes = Arrays.copyOf(bytes, grown);
  }
}
