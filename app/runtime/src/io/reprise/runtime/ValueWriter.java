// Copies Java values into a message: a Value for each, and the objects they
// point to side by side in a ValueHeap (proto/reprise/value.proto), so that
// cycles and shared objects are kept and depth is bounded.
//
// What is copied depends on the side: of arguments that the app gives, only
// values (numbers, text, arrays, collections); its own objects are known by
// their handles. Of results, and of what the system gives to the app, plain
// objects are copied too, because a replay has to make them again.
//
// Threads: one at a time, kept for each thread.
package io.reprise.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

final class ValueWriter {
  private static final int SEARCHED = 16;
  private static final int FIELD_BYTES = 16; // beside its name, of a primitive

  private final Handles handles;
  private Item[] items = new Item[SEARCHED];
  private int count; // of items
  private IdentityHashMap<Object, Integer> places;
  private int written; // of items
  private long budget = Limits.VALUE_BYTES;

  ValueWriter(Handles handles) {
    this.handles = handles;
  }

  private static final class Item {
    final Object object;
    final boolean deep;
    final int depth;

    Item(Object object, boolean deep, int depth) {
      this.object = object;
      this.deep = deep;
      this.depth = depth;
    }
  }

  boolean hasObjects() {
    return count != 0;
  }

  /** Begins a message. */
  void start() {
    if (count != 0) {
      if (items.length > SEARCHED) {
        items = new Item[SEARCHED];
      } else {
        Arrays.fill(items, 0, count, null);
      }
      count = 0;
      written = 0;
      places = null;
    }
    budget = Limits.VALUE_BYTES;
  }

  /** A nested Value; `deep` copies plain objects. */
  void value(ProtoWriter out, int field, Object value, boolean deep) {
    value(out, field, value, deep, 0);
  }

  private void value(ProtoWriter out, int field, Object value, boolean deep, int depth) {
    if (value == null) {
      out.putNested(field, Tags.VALUE_NULL, 1);
    } else if (value instanceof String) {
      int mark = out.begin(field);
      string(out, (String) value);
      out.end(mark);
    } else if (value instanceof Integer) {
      out.putNested(field, Tags.VALUE_INT, ProtoWriter.zigZag((Integer) value));
    } else if (value instanceof Boolean) {
      out.putNested(field, Tags.VALUE_BOOL, ((Boolean) value) ? 1 : 0);
    } else if (value instanceof Long) {
      out.putNested(field, Tags.VALUE_LONG, ProtoWriter.zigZag((Long) value));
    } else {
      int mark = out.begin(field);
      kind(out, value, deep, depth);
      out.end(mark);
    }
  }

  /** A live object by its handle, without its class. */
  void live(ProtoWriter out, int field, Object object) {
    out.putNested(field, Tags.VALUE_LIVE, handles.of(object));
  }

  private void kind(ProtoWriter out, Object v, boolean deep, int depth) {
    if (v instanceof Float) {
      out.putFixed32(Tags.VALUE_FLOAT, Float.floatToRawIntBits((Float) v));
    } else if (v instanceof Double) {
      out.putFixed64(Tags.VALUE_DOUBLE, Double.doubleToRawLongBits((Double) v));
    } else if (v instanceof Byte) {
      out.putSigned(Tags.VALUE_BYTE, (Byte) v);
    } else if (v instanceof Short) {
      out.putSigned(Tags.VALUE_SHORT, (Short) v);
    } else if (v instanceof Character) {
      out.putNumber(Tags.VALUE_CHAR, (Character) v);
    } else if (v instanceof Class) {
      out.putText(Tags.VALUE_CLASS, Descriptors.of((Class<?>) v));
    } else if (v instanceof Enum) {
      Enum<?> constant = (Enum<?>) v;
      out.putText(
          Tags.VALUE_ENUM,
          Descriptors.of(constant.getDeclaringClass()) + "->" + constant.name());
    } else {
      int place = place(v, deep, depth);
      if (place >= 0) {
        out.putNumber(Tags.VALUE_OBJECT, place);
      }
    }
  }

  private void string(ProtoWriter out, String text) {
    if (!spend(text.length())) {
      return; // not captured
    }
    if (out.tryText(Tags.VALUE_STRING, text)) {
      return;
    }
    byte[] units = new byte[2 * text.length()];
    for (int i = 0; i < text.length(); i++) {
      units[2 * i] = (byte) text.charAt(i);
      units[2 * i + 1] = (byte) (text.charAt(i) >> 8);
    }
    out.putBytes(Tags.VALUE_UTF16, units, 0, units.length);
  }

  private boolean spend(long bytes) {
    if (bytes > budget) {
      return false;
    }
    budget -= bytes;
    return true;
  }

  /** Index on the heap, or -1 when it is full. */
  private int place(Object object, boolean deep, int depth) {
    if (places != null) {
      Integer known = places.get(object);
      if (known != null) {
        return known;
      }
    } else {
      for (int i = 0; i < count; i++) {
        if (items[i].object == object) {
          return i;
        }
      }
    }
    int place = count;
    if (place == Limits.OBJECTS) {
      return -1;
    }
    if (place == items.length) {
      items = Arrays.copyOf(items, 2 * place);
    }
    items[place] = new Item(object, deep, depth);
    count = place + 1;
    if (places != null) {
      places.put(object, place);
    } else if (count > SEARCHED) {
      places = new IdentityHashMap<>();
      for (int i = 0; i < count; i++) {
        places.put(items[i].object, i);
      }
    }
    return place;
  }

  /**
   * Writes the objects that were reached since the last time, as elements of
   * the ValueHeap, as they are now.
   */
  void objects(ProtoWriter out) {
    for (; written < count; written++) { // grows on the way
      int object = out.begin(Tags.HEAP_OBJECTS);
      object(out, items[written]);
      out.end(object);
    }
  }

  private void object(ProtoWriter out, Item item) {
    Object object = item.object;
    Shape shape = Shape.of(object.getClass());
    boolean copied =
        item.depth < Limits.DEPTH && (shape.isValue || item.deep || shape.kind == Shape.Kind.PARCEL);
    int start = out.size();
    int known = count;
    if (copied) {
      try {
        copy(out, item, shape);
        return;
      } catch (RuntimeException | LinkageError e) {
        // Changed by another thread meanwhile, or it refuses to be read.
        out.truncate(start);
        while (count > known) {
          Object dropped = items[--count].object;
          items[count] = null;
          if (places != null) {
            places.remove(dropped);
          }
        }
      }
    }
    head(out, shape, Tags.FORM_OPAQUE, handles.of(object));
  }

  private static void head(ProtoWriter out, Shape shape, int form, long handle) {
    out.raw(shape.className, 0, shape.className.length);
    out.putNumber(Tags.OBJECT_FORM, form);
    out.number(Tags.OBJECT_HANDLE, handle);
  }

  private void copy(ProtoWriter out, Item item, Shape shape) {
    Object object = item.object;
    switch (shape.kind) {
      case ARRAY:
        head(out, shape, Tags.FORM_ARRAY, 0);
        array(out, item);
        break;
      case COLLECTION:
        head(out, shape, Tags.FORM_COLLECTION, 0);
        for (Object element : ((Collection<?>) object).toArray()) {
          value(out, Tags.OBJECT_ELEMENTS, element, item.deep, item.depth + 1);
        }
        break;
      case MAP:
        head(out, shape, Tags.FORM_MAP, 0);
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) object).entrySet()) {
          value(out, Tags.OBJECT_ELEMENTS, entry.getKey(), item.deep, item.depth + 1);
          value(out, Tags.OBJECT_ELEMENTS, entry.getValue(), item.deep, item.depth + 1);
        }
        break;
      case BUNDLE:
        head(out, shape, Tags.FORM_BUNDLE, 0);
        for (Map.Entry<String, Object> entry : Platform.get().bundle(object).entrySet()) {
          value(out, Tags.OBJECT_ELEMENTS, entry.getKey(), item.deep, item.depth + 1);
          value(out, Tags.OBJECT_ELEMENTS, entry.getValue(), item.deep, item.depth + 1);
        }
        break;
      case PARCEL:
        byte[] parcel = Platform.get().parcel(object);
        if (!spend(parcel.length)) {
          throw new RuntimeFault("no room for a parcel");
        }
        head(out, shape, Tags.FORM_PARCEL, handles.of(object));
        out.putBytes(Tags.OBJECT_DATA, parcel, 0, parcel.length);
        break;
      case BUFFER:
        buffer(out, (ByteBuffer) object);
        break;
      case KNOWN:
        head(out, shape, Tags.FORM_FIELDS, 0);
        named(out, "text", KnownClasses.toText(object), item);
        break;
      case THROWABLE:
        head(out, shape, Tags.FORM_FIELDS, handles.of(object));
        Throwable thrown = (Throwable) object;
        named(out, "message", thrown.getMessage(), item);
        named(out, "cause", thrown.getCause(), item);
        named(out, "stack", Throwables.stackText(thrown), item);
        fields(out, item, shape);
        break;
      default:
        head(out, shape, Tags.FORM_FIELDS, handles.of(object));
        fields(out, item, shape);
    }
  }

  private void named(ProtoWriter out, String name, Object value, Item item) {
    int mark = out.begin(Tags.OBJECT_FIELDS);
    out.putText(Tags.FIELD_NAME, name);
    value(out, Tags.FIELD_VALUE, value, item.deep, item.depth + 1);
    out.end(mark);
  }

  private void fields(ProtoWriter out, Item item, Shape shape) {
    Object object = item.object;
    byte[][] names = shape.fieldNames;
    for (int i = 0; i < names.length; i++) {
      byte[] name = names[i];
      int mark = out.size();
      byte[] to = out.room(name.length + FIELD_BYTES);
      to[mark] = Tags.OBJECT_FIELDS << 3 | ProtoWriter.LENGTH;
      System.arraycopy(name, 0, to, mark + 2, name.length);
      int at = mark + 2 + name.length;
      try {
        int end = primitive(to, at, shape.letters[i], shape.fields[i], object);
        out.wrote(end);
        if (end == at) {
          value(out, Tags.FIELD_VALUE, shape.fields[i].get(object), item.deep, item.depth + 1);
        }
      } catch (IllegalAccessException e) {
        throw new RuntimeFault("field " + shape.fields[i] + " cannot be read");
      }
      out.end(mark + 1);
    }
  }

  // The frequent ones without a box; nothing for others.
  private static int primitive(byte[] to, int at, char letter, Field field, Object object)
      throws IllegalAccessException {
    switch (letter) {
      case 'I':
        return ProtoWriter.nested(to, at, Tags.FIELD_VALUE, Tags.VALUE_INT,
            ProtoWriter.zigZag(field.getInt(object)));
      case 'J':
        return ProtoWriter.nested(to, at, Tags.FIELD_VALUE, Tags.VALUE_LONG,
            ProtoWriter.zigZag(field.getLong(object)));
      case 'Z':
        return ProtoWriter.nested(to, at, Tags.FIELD_VALUE, Tags.VALUE_BOOL,
            field.getBoolean(object) ? 1 : 0);
      case 'F':
        to[at] = Tags.FIELD_VALUE << 3 | ProtoWriter.LENGTH;
        to[at + 1] = 5;
        to[at + 2] = Tags.VALUE_FLOAT << 3 | ProtoWriter.FIXED32;
        ProtoWriter.fixed32(to, at + 3, Float.floatToRawIntBits(field.getFloat(object)));
        return at + 7;
      case 'D':
        to[at] = Tags.FIELD_VALUE << 3 | ProtoWriter.LENGTH;
        to[at + 1] = 9;
        to[at + 2] = Tags.VALUE_DOUBLE << 3 | ProtoWriter.FIXED64;
        ProtoWriter.fixed64(to, at + 3, Double.doubleToRawLongBits(field.getDouble(object)));
        return at + 11;
      default:
        return at;
    }
  }

  private void buffer(ProtoWriter out, ByteBuffer buffer) {
    ByteBuffer view = buffer.duplicate();
    byte[] data = new byte[(int) Math.min(view.remaining(), budget)];
    spend(data.length);
    view.get(data);
    out.putText(Tags.OBJECT_CLASS, "Ljava/nio/ByteBuffer;");
    out.number(Tags.OBJECT_FORM, Tags.FORM_BUFFER);
    out.putBytes(Tags.OBJECT_DATA, data, 0, data.length);
    if (data.length < buffer.remaining()) {
      out.number(Tags.OBJECT_FULL_LENGTH, buffer.remaining());
    }
  }

  private void array(ProtoWriter out, Item item) {
    Object array = item.object;
    int full = Array.getLength(array);
    int each = elementBytes(array.getClass().getComponentType());
    int length = (int) Math.min(full, budget / each);
    spend((long) length * each);
    if (array instanceof Object[]) {
      Object[] elements = (Object[]) array;
      for (int i = 0; i < length; i++) {
        value(out, Tags.OBJECT_ELEMENTS, elements[i], item.deep, item.depth + 1);
      }
    } else {
      PrimitiveArrays.write(out, array, length);
    }
    if (length < full) {
      out.number(Tags.OBJECT_FULL_LENGTH, full);
    }
  }

  private static int elementBytes(Class<?> type) {
    if (type == byte.class || type == boolean.class) {
      return 1;
    }
    return type == float.class ? 4 : type.isPrimitive() ? 10 : 4;
  }
}
