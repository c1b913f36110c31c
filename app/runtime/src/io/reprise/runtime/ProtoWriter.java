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
  private static final int KEPT_MESSAGES = 1_000;

  private final int room;
  private byte[] bytes = new byte[512];
  private int size;
  private int spared; // messages since one wanted more than KEPT_BYTES
  private final char[] chars = new char[256]; // of a text, taken by one call

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

  /**
   * Empties it. The memory of a large message is kept for others like it, the frames
   * of a camera, and given back when none comes for long.
   */
  void clear() {
    if (bytes.length > KEPT_BYTES) {
      spared = size > KEPT_BYTES ? 0 : spared + 1;
      if (spared > KEPT_MESSAGES) {
        bytes = new byte[512];
      }
    }
    size = room;
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

  /** The same from the front, emptied. */
  byte[] restart(int more) {
    byte[] to = bytes;
    if (to.length > KEPT_BYTES || more > to.length - room) {
      clear();
      return room(more);
    }
    size = room;
    return to;
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
    int at = size;
    room(1)[at] = (byte) tag;
    size = at + 1;
  }

  /** A plain number; nothing when it is 0. */
  void number(int field, long value) {
    if (value != 0) {
      putNumber(field, value);
    }
  }

  /** A number that is there even when it is 0, as in a oneof. */
  void putNumber(int field, long value) {
    if (field >= 16) {
      tag(field, VARINT);
      varint(value);
      return;
    }
    byte[] to = room(1 + MAX_VARINT);
    int at = size;
    to[at] = (byte) (field << 3);
    size = varint(to, at + 1, value);
  }

  /** A nested message that has one number; both fields are below 16. */
  void putNested(int field, int inner, long value) {
    size = nested(room(3 + MAX_VARINT), size, field, inner, value);
  }

  static int nested(byte[] to, int at, int field, int inner, long value) {
    to[at] = (byte) (field << 3 | LENGTH);
    to[at + 2] = (byte) (inner << 3);
    int end = varint(to, at + 3, value);
    to[at + 1] = (byte) (end - at - 2);
    return end;
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
    int at = size;
    fixed32(room(4), at, value);
    size = at + 4;
  }

  void fixed64(long value) {
    int at = size;
    fixed64(room(8), at, value);
    size = at + 8;
  }

  // Plain stores: Android may interpret this, and then calls cost most.
  static void fixed32(byte[] to, int at, int value) {
    to[at] = (byte) value;
    to[at + 1] = (byte) (value >> 8);
    to[at + 2] = (byte) (value >> 16);
    to[at + 3] = (byte) (value >> 24);
  }

  static void fixed64(byte[] to, int at, long value) {
    int low = (int) value;
    int high = (int) (value >> 32);
    to[at] = (byte) low;
    to[at + 1] = (byte) (low >> 8);
    to[at + 2] = (byte) (low >> 16);
    to[at + 3] = (byte) (low >> 24);
    to[at + 4] = (byte) high;
    to[at + 5] = (byte) (high >> 8);
    to[at + 6] = (byte) (high >> 16);
    to[at + 7] = (byte) (high >> 24);
  }

  /** Text; nothing when it is empty or null. */
  void text(int field, String value) {
    if (value != null && !value.isEmpty()) {
      putText(field, value);
    }
  }

  void putText(int field, String value) {
    int mark = begin(field);
    utf8(value, false);
    end(mark);
  }

  /** False, and nothing, for half of a surrogate pair: UTF-8 has none. */
  boolean tryText(int field, String value) {
    int before = size;
    int mark = begin(field);
    if (!utf8(value, true)) {
      size = before;
      return false;
    }
    end(mark);
    return true;
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
    int mark = size;
    room(1);
    size = mark + 1;
    return mark;
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

  /** False for half of a surrogate pair if that matters; else it is shown. */
  private boolean utf8(String value, boolean strict) {
    int length = value.length();
    ensure(length * 3L);
    char[] from = length > chars.length ? new char[length] : chars;
    value.getChars(0, length, from, 0);
    byte[] to = bytes;
    int at = size;
    for (int i = 0; i < length; i++) {
      int c = from[i];
      if (c < 0x80) {
        to[at++] = (byte) c;
      } else if (c < 0x800) {
        to[at++] = (byte) (0xc0 | c >> 6);
        to[at++] = (byte) (0x80 | c & 0x3f);
      } else if (Character.isHighSurrogate((char) c)
          && i + 1 < length
          && Character.isLowSurrogate(from[i + 1])) {
        int point = Character.toCodePoint((char) c, from[++i]);
        to[at++] = (byte) (0xf0 | point >> 18);
        to[at++] = (byte) (0x80 | point >> 12 & 0x3f);
        to[at++] = (byte) (0x80 | point >> 6 & 0x3f);
        to[at++] = (byte) (0x80 | point & 0x3f);
      } else {
        boolean half = Character.isSurrogate((char) c);
        if (half && strict) {
          return false;
        }
        // Half of a pair has no UTF-8; names are not worth more care.
        int shown = half ? 0xfffd : c;
        to[at++] = (byte) (0xe0 | shown >> 12);
        to[at++] = (byte) (0x80 | shown >> 6 & 0x3f);
        to[at++] = (byte) (0x80 | shown & 0x3f);
      }
    }
    size = at;
    return true;
  }

  private void ensure(long more) {
    long needed = size + more;
    if (needed <= bytes.length) {
      return;
    }
    if (needed > Limits.MESSAGE_BYTES) {
      throw new RuntimeFault("a message would take " + needed + " bytes");
    }
    long spare = needed > KEPT_BYTES ? needed / 8 : needed;
    int grown = (int) Math.min(Limits.MESSAGE_BYTES, needed + spare);
    bytes = Arrays.copyOf(bytes, grown);
  }
}
