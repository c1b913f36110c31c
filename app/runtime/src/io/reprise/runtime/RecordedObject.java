// One ValueObject of a tape, as read, and the ValueHeap it lies on.
package io.reprise.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class RecordedObject {
  static final class FieldValue {
    String name = "";
    String declaring = "";
    RecordedValue value = new RecordedValue();
  }

  private static final byte[] NO_BYTES = new byte[0];
  private static final long[] NO_LONGS = new long[0];

  String className = "";
  int form;
  long handle;
  final List<FieldValue> fields = new ArrayList<>(4);
  final List<RecordedValue> elements = new ArrayList<>(0);
  byte[] data = NO_BYTES;
  long[] integers = NO_LONGS;
  float[] floats = new float[0];
  double[] doubles = new double[0];

  /** All objects of a ValueHeap. */
  static List<RecordedObject> readHeap(ProtoReader in) throws BadTape {
    List<RecordedObject> objects = new ArrayList<>(4);
    while (in.next()) {
      if (in.field() == Tags.HEAP_OBJECTS) {
        if (objects.size() == Limits.OBJECTS) {
          throw new BadTape("a call has more than " + Limits.OBJECTS + " objects");
        }
        objects.add(read(in.nested()));
      }
    }
    return objects;
  }

  private static RecordedObject read(ProtoReader in) throws BadTape {
    RecordedObject object = new RecordedObject();
    while (in.next()) {
      switch (in.field()) {
        case Tags.OBJECT_CLASS:
          object.className = in.text();
          break;
        case Tags.OBJECT_FORM:
          object.form = (int) in.number();
          break;
        case Tags.OBJECT_HANDLE:
          object.handle = in.number();
          break;
        case Tags.OBJECT_FIELDS:
          object.fields.add(readField(in.nested()));
          break;
        case Tags.OBJECT_ELEMENTS:
          object.elements.add(RecordedValue.read(in.nested()));
          break;
        case Tags.OBJECT_DATA:
          object.data = in.toBytes();
          break;
        case Tags.OBJECT_INTEGERS:
          object.integers = integers(in);
          break;
        case Tags.OBJECT_FLOATS:
          object.floats = floats(in);
          break;
        case Tags.OBJECT_DOUBLES:
          object.doubles = doubles(in);
          break;
        default:
      }
    }
    return object;
  }

  private static FieldValue readField(ProtoReader in) throws BadTape {
    FieldValue field = new FieldValue();
    while (in.next()) {
      if (in.field() == Tags.FIELD_NAME) {
        field.name = in.text();
      } else if (in.field() == Tags.FIELD_DECLARING) {
        field.declaring = in.text();
      } else if (in.field() == Tags.FIELD_VALUE) {
        field.value = RecordedValue.read(in.nested());
      }
    }
    return field;
  }

  // Lists are read packed only: that is how every writer of tapes has them.
  private static long[] integers(ProtoReader in) throws BadTape {
    long[] list = new long[in.length()]; // a varint takes a byte or more
    int size = 0;
    for (ProtoReader packed = in.nested(); !packed.atEnd(); ) {
      list[size++] = ProtoReader.unZigZag(packed.varint());
    }
    return size == list.length ? list : Arrays.copyOf(list, size);
  }

  private static float[] floats(ProtoReader in) throws BadTape {
    float[] list = new float[in.length() / 4];
    ProtoReader packed = in.nested();
    for (int i = 0; i < list.length; i++) {
      list[i] = Float.intBitsToFloat((int) packed.fixed(4));
    }
    return list;
  }

  private static double[] doubles(ProtoReader in) throws BadTape {
    double[] list = new double[in.length() / 8];
    ProtoReader packed = in.nested();
    for (int i = 0; i < list.length; i++) {
      list[i] = Double.longBitsToDouble(packed.fixed(8));
    }
    return list;
  }

  /** The field of this name that the object's own class declares, or null. */
  RecordedValue field(String name) {
    for (FieldValue field : fields) {
      if (field.declaring.isEmpty() && field.name.equals(name)) {
        return field.value;
      }
    }
    return null;
  }
}
