// One Value of a tape, as read: a kind (a number of Tags), and what it holds.
package io.reprise.runtime;

final class RecordedValue {
  /** VALUE_..., or 0 when the value was not captured. */
  int kind;

  /** Of numbers, floats (their bits), VALUE_OBJECT and VALUE_LIVE. */
  long bits;

  /** Of strings, classes and enum constants. */
  String text;

  static RecordedValue read(ProtoReader in) throws BadTape {
    RecordedValue value = new RecordedValue();
    while (in.next()) {
      value.kind = in.field();
      switch (in.field()) {
        case Tags.VALUE_BYTE:
        case Tags.VALUE_SHORT:
        case Tags.VALUE_INT:
        case Tags.VALUE_LONG:
          value.bits = in.signed();
          break;
        case Tags.VALUE_STRING:
        case Tags.VALUE_CLASS:
        case Tags.VALUE_ENUM:
          value.text = in.text();
          break;
        case Tags.VALUE_UTF16:
          value.kind = Tags.VALUE_STRING;
          if (in.length() % 2 != 0) {
            throw new BadTape("UTF-16 text has an odd number of bytes");
          }
          byte[] units = in.toBytes();
          char[] chars = new char[units.length / 2];
          for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (units[2 * i] & 0xff | units[2 * i + 1] << 8);
          }
          value.text = new String(chars);
          break;
        case Tags.VALUE_NULL:
        case Tags.VALUE_BOOL:
        case Tags.VALUE_CHAR:
        case Tags.VALUE_FLOAT:
        case Tags.VALUE_DOUBLE:
        case Tags.VALUE_OBJECT:
        case Tags.VALUE_LIVE:
          value.bits = in.number();
          break;
        default:
          throw new BadTape("a value is of the unknown kind " + in.field());
      }
    }
    return value;
  }

  /** The boxed value of a kind that is no object; null for Java's null. */
  Object plain() throws BadTape {
    switch (kind) {
      case Tags.VALUE_NULL:
        return null;
      case Tags.VALUE_BOOL:
        return bits != 0;
      case Tags.VALUE_BYTE:
        return (byte) bits;
      case Tags.VALUE_SHORT:
        return (short) bits;
      case Tags.VALUE_CHAR:
        return (char) bits;
      case Tags.VALUE_INT:
        return (int) bits;
      case Tags.VALUE_LONG:
        return bits;
      case Tags.VALUE_FLOAT:
        return Float.intBitsToFloat((int) bits);
      case Tags.VALUE_DOUBLE:
        return Double.longBitsToDouble(bits);
      case Tags.VALUE_STRING:
        return text;
      default:
        throw new BadTape("a value of kind " + kind + " is not plain");
    }
  }

  boolean isPlain() {
    return kind >= Tags.VALUE_NULL && kind <= Tags.VALUE_STRING;
  }

  boolean isPointer() {
    return kind == Tags.VALUE_OBJECT || kind == Tags.VALUE_LIVE;
  }
}
