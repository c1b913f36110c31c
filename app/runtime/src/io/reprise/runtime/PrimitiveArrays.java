// Arrays of primitives as the packed lists of a ValueObject, both ways.
//
// Threads: any.
package io.reprise.runtime;

final class PrimitiveArrays {
  private PrimitiveArrays() {}

  /** The first `length` elements. */
  static void write(ProtoWriter out, Object array, int length) {
    if (length == 0) {
      return;
    }
    if (array instanceof byte[]) {
      out.putBytes(Tags.OBJECT_DATA, (byte[]) array, 0, length);
    } else if (array instanceof boolean[]) {
      byte[] data = new byte[length];
      for (int i = 0; i < length; i++) {
        data[i] = (byte) (((boolean[]) array)[i] ? 1 : 0);
      }
      out.putBytes(Tags.OBJECT_DATA, data, 0, length);
    } else if (array instanceof float[]) {
      int mark = out.begin(Tags.OBJECT_FLOATS);
      for (int i = 0; i < length; i++) {
        out.fixed32(Float.floatToRawIntBits(((float[]) array)[i]));
      }
      out.end(mark);
    } else if (array instanceof double[]) {
      int mark = out.begin(Tags.OBJECT_DOUBLES);
      for (int i = 0; i < length; i++) {
        out.fixed64(Double.doubleToRawLongBits(((double[]) array)[i]));
      }
      out.end(mark);
    } else {
      int mark = out.begin(Tags.OBJECT_INTEGERS);
      for (int i = 0; i < length; i++) {
        out.varint(ProtoWriter.zigZag(integer(array, i)));
      }
      out.end(mark);
    }
  }

  private static long integer(Object array, int i) {
    if (array instanceof int[]) {
      return ((int[]) array)[i];
    } else if (array instanceof long[]) {
      return ((long[]) array)[i];
    } else if (array instanceof short[]) {
      return ((short[]) array)[i];
    }
    return ((char[]) array)[i];
  }

  /** Number of elements that a recorded array of this type has. */
  static int length(RecordedObject recorded, Class<?> element) {
    if (element == byte.class || element == boolean.class) {
      return recorded.data.length;
    } else if (element == float.class) {
      return recorded.floats.length;
    } else if (element == double.class) {
      return recorded.doubles.length;
    }
    return element.isPrimitive() ? recorded.integers.length : recorded.elements.size();
  }

  /** Puts as many elements into an array as both have. */
  static void fill(RecordedObject recorded, Object array) {
    Class<?> element = array.getClass().getComponentType();
    int length =
        Math.min(length(recorded, element), java.lang.reflect.Array.getLength(array));
    if (array instanceof byte[]) {
      System.arraycopy(recorded.data, 0, array, 0, length);
    } else if (array instanceof float[]) {
      System.arraycopy(recorded.floats, 0, array, 0, length);
    } else if (array instanceof double[]) {
      System.arraycopy(recorded.doubles, 0, array, 0, length);
    } else {
      for (int i = 0; i < length; i++) {
        if (array instanceof boolean[]) {
          ((boolean[]) array)[i] = recorded.data[i] != 0;
        } else if (array instanceof int[]) {
          ((int[]) array)[i] = (int) recorded.integers[i];
        } else if (array instanceof long[]) {
          ((long[]) array)[i] = recorded.integers[i];
        } else if (array instanceof short[]) {
          ((short[]) array)[i] = (short) recorded.integers[i];
        } else {
          ((char[]) array)[i] = (char) recorded.integers[i];
        }
      }
    }
  }
}
