// Reads protobuf's wire form field by field. What it reads may be from anybody:
// every length is checked against what is there, and nothing is allocated
// that the bytes do not hold.
//
// Threads: one at a time.
package io.reprise.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

final class ProtoReader {
  private final byte[] bytes;
  private final int limit;
  private int at;

  private int begin; // of the field
  private int field;
  private int type;
  private long number;
  private int start;
  private int length;

  ProtoReader(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.at = offset;
    this.limit = offset + length;
  }

  /** Goes to the next field; false at the end. */
  boolean next() throws BadTape {
    if (at == limit) {
      return false;
    }
    begin = at;
    long tag = varint();
    field = (int) (tag >>> 3);
    type = (int) (tag & 7);
    if (tag >>> 32 != 0 || field == 0) {
      throw new BadTape("a message has the field number " + (tag >>> 3));
    }
    switch (type) {
      case ProtoWriter.VARINT:
        number = varint();
        break;
      case ProtoWriter.FIXED64:
        number = fixed(8);
        break;
      case ProtoWriter.FIXED32:
        number = fixed(4);
        break;
      case ProtoWriter.LENGTH:
        long claimed = varint();
        if (claimed < 0 || claimed > limit - at) {
          throw new BadTape("a field claims " + claimed + " bytes of " + (limit - at));
        }
        start = at;
        length = (int) claimed;
        at += length;
        break;
      default:
        throw new BadTape("a field has the wire type " + type);
    }
    return true;
  }

  int field() {
    return field;
  }

  /** Where the field begins in the bytes, and where the next one does. */
  int begin() {
    return begin;
  }

  int end() {
    return at;
  }

  boolean isLength() {
    return type == ProtoWriter.LENGTH;
  }

  /** Of a field that is a number; a field with a length is refused. */
  long number() throws BadTape {
    if (type == ProtoWriter.LENGTH) {
      throw new BadTape("field " + field + " is no number");
    }
    return number;
  }

  long signed() throws BadTape {
    return unZigZag(number());
  }

  static long unZigZag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }

  String text() throws BadTape {
    needLength();
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }

  byte[] toBytes() throws BadTape {
    needLength();
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  int length() throws BadTape {
    needLength();
    return length;
  }

  /** The fields of a nested message, or the elements of a packed list. */
  ProtoReader nested() throws BadTape {
    needLength();
    return new ProtoReader(bytes, start, length);
  }

  boolean atEnd() {
    return at == limit;
  }

  long varint() throws BadTape {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at == limit) {
        throw new BadTape("a message ends within a number");
      }
      byte b = bytes[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new BadTape("a number has more than ten bytes");
  }

  long fixed(int size) throws BadTape {
    if (limit - at < size) {
      throw new BadTape("a message ends within a number");
    }
    long value = 0;
    for (int i = 0; i < size; i++) {
      value |= (bytes[at++] & 0xffL) << (8 * i);
    }
    return value;
  }

  private void needLength() throws BadTape {
    if (type != ProtoWriter.LENGTH) {
      throw new BadTape("field " + field + " is a number where bytes are expected");
    }
  }
}
