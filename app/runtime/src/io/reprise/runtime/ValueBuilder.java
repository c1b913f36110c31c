// Makes Java values again from those of a tape, which may be anybody's: classes
// are looked up, never initialised by name alone, types are checked before
// they are stored, and there is no recursion that a tape could drive.
//
// Objects are made empty first, in the order of the heap, and filled then, so
// that cycles come out right.
//
// Threads: one at a time; Handles are shared.
package io.reprise.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class ValueBuilder {
  private final List<RecordedObject> heap;
  private final Handles handles;
  private final ClassLoader loader;
  private final Object[] made;

  ValueBuilder(List<RecordedObject> heap, Handles handles, ClassLoader loader) {
    this.heap = heap;
    this.handles = handles;
    this.loader = loader;
    this.made = new Object[heap.size()];
  }

  /** Makes all objects of the heap that are not the app's own already. */
  void build() throws BadTape {
    for (int i = 0; i < made.length; i++) {
      made[i] = make(heap.get(i));
    }
    for (int i = made.length - 1; i >= 0; i--) { // what is pointed to first
      fill(heap.get(i), made[i]);
    }
  }

  /** The value, boxed; null for null and for what was not captured. */
  Object value(RecordedValue value) throws BadTape {
    switch (value.kind) {
      case 0:
        return null;
      case Tags.VALUE_OBJECT:
        if (value.bits < 0 || value.bits >= made.length) {
          throw new BadTape("a value points to object " + value.bits + " of " + made.length);
        }
        return made[(int) value.bits];
      case Tags.VALUE_LIVE:
        return handles.object(value.bits);
      case Tags.VALUE_CLASS:
        return Descriptors.find(value.text, loader);
      case Tags.VALUE_ENUM:
        return constant(value.text);
      default:
        return value.plain();
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Object constant(String text) throws BadTape {
    int arrow = text.indexOf("->");
    if (arrow < 0) {
      throw new BadTape("\"" + text + "\" is no enum constant");
    }
    Class<?> type = Descriptors.find(text.substring(0, arrow), loader);
    if (!type.isEnum()) {
      throw new BadTape(type.getName() + " is no enum");
    }
    try {
      return Enum.valueOf((Class<? extends Enum>) type, text.substring(arrow + 2));
    } catch (IllegalArgumentException e) {
      throw new BadTape("there is no " + text, e);
    }
  }

  private Object make(RecordedObject recorded) throws BadTape {
    Object known = recorded.handle == 0 ? null : handles.object(recorded.handle);
    if (recorded.form == Tags.FORM_BUFFER) {
      return ByteBuffer.allocate(recorded.data.length);
    }
    Class<?> type = Descriptors.find(recorded.className, loader);
    if (known != null && known.getClass() == type) {
      return known; // the same object as before, perhaps with other content
    }
    Object object;
    switch (recorded.form) {
      case Tags.FORM_ARRAY:
        return makeArray(recorded, type);
      case Tags.FORM_COLLECTION:
        return makeLike(type, Collection.class, recorded);
      case Tags.FORM_MAP:
        return makeLike(type, Map.class, recorded);
      case Tags.FORM_BUNDLE:
        return Platform.get().makeBundle(type);
      case Tags.FORM_PARCEL:
        object = Platform.get().unparcel(recorded.data, loader);
        break;
      case Tags.FORM_FIELDS:
        if (KnownClasses.has(type)) {
          return KnownClasses.fromText(type, textOf(recorded, "text"));
        }
        object =
            Throwable.class.isAssignableFrom(type)
                ? Throwables.make(type, textOf(recorded, "message"))
                : Allocator.allocate(type);
        break;
      case Tags.FORM_OPAQUE:
        object = shell(type);
        if (object == null) {
          return null;
        }
        break;
      default:
        throw new BadTape("an object is of the unknown form " + recorded.form);
    }
    if (recorded.handle != 0) {
      handles.bind(recorded.handle, object);
    }
    return object;
  }

  // Stands for a live object that the recording had; null when there can be
  // none, as for what only the virtual machine makes.
  private static Object shell(Class<?> type) {
    try {
      return Allocator.allocate(type);
    } catch (BadTape e) {
      return null;
    }
  }

  private static Object makeArray(RecordedObject recorded, Class<?> type) throws BadTape {
    if (!type.isArray()) {
      throw new BadTape(type.getName() + " is no array");
    }
    Class<?> element = type.getComponentType();
    return Array.newInstance(element, PrimitiveArrays.length(recorded, element));
  }

  // Of the same class if it can be made empty, else of one like it: lists that
  // cannot be changed have classes that nobody can make.
  private static Object makeLike(Class<?> type, Class<?> kind, RecordedObject recorded)
      throws BadTape {
    if (!kind.isAssignableFrom(type) || !type.getName().startsWith("java.util.")) {
      throw new BadTape(recorded.className + " is no " + kind.getSimpleName());
    }
    try {
      Constructor<?> constructor = type.getConstructor();
      return constructor.newInstance();
    } catch (ReflectiveOperationException | RuntimeException e) {
      if (kind == Map.class) {
        return new LinkedHashMap<>();
      }
      return Set.class.isAssignableFrom(type) ? new LinkedHashSet<>() : new ArrayList<>();
    }
  }

  private static String textOf(RecordedObject recorded, String name) throws BadTape {
    RecordedValue value = recorded.field(name);
    if (value == null || value.kind == Tags.VALUE_NULL || value.kind == 0) {
      return null;
    }
    if (value.kind != Tags.VALUE_STRING) {
      throw new BadTape("the " + name + " of " + recorded.className + " is no text");
    }
    return value.text;
  }

  /** Fills `object`, of the app's, with what the recorded one holds. */
  void fillInto(RecordedValue recorded, Object object) throws BadTape {
    if (recorded.kind != Tags.VALUE_OBJECT || recorded.bits < 0 || recorded.bits >= made.length) {
      throw new BadTape("a filled argument is no object");
    }
    RecordedObject source = heap.get((int) recorded.bits);
    if (object instanceof ByteBuffer) {
      ((ByteBuffer) object).duplicate().put(source.data, 0,
          Math.min(source.data.length, ((ByteBuffer) object).remaining()));
    } else {
      fill(source, object);
    }
  }

  @SuppressWarnings("unchecked")
  private void fill(RecordedObject recorded, Object object) throws BadTape {
    if (object == null) {
      return;
    }
    try {
      switch (recorded.form) {
        case Tags.FORM_ARRAY:
          if (!object.getClass().isArray()) {
            throw new BadTape(object.getClass().getName() + " is no array");
          }
          fillArray(recorded, object);
          break;
        case Tags.FORM_COLLECTION:
          Collection<Object> collection = (Collection<Object>) object;
          collection.clear();
          for (RecordedValue element : recorded.elements) {
            collection.add(value(element));
          }
          break;
        case Tags.FORM_MAP:
          Map<Object, Object> map = (Map<Object, Object>) object;
          map.clear();
          for (int i = 0; i + 1 < recorded.elements.size(); i += 2) {
            map.put(value(recorded.elements.get(i)), value(recorded.elements.get(i + 1)));
          }
          break;
        case Tags.FORM_BUNDLE:
          for (int i = 0; i + 1 < recorded.elements.size(); i += 2) {
            Object key = value(recorded.elements.get(i));
            Platform.get()
                .putInBundle(object, (String) key, value(recorded.elements.get(i + 1)));
          }
          break;
        case Tags.FORM_BUFFER:
          ((ByteBuffer) object).duplicate().put(recorded.data);
          break;
        case Tags.FORM_FIELDS:
          fillFields(recorded, object);
          break;
        default:
      }
    } catch (RuntimeException e) {
      throw new BadTape(
          "an object of " + recorded.className + " cannot be filled: " + e, e);
    }
  }

  private void fillArray(RecordedObject recorded, Object array) throws BadTape {
    if (!(array instanceof Object[])) {
      PrimitiveArrays.fill(recorded, array);
      return;
    }
    Object[] elements = (Object[]) array;
    for (int i = 0; i < elements.length && i < recorded.elements.size(); i++) {
      elements[i] = value(recorded.elements.get(i)); // the store checks the type
    }
  }

  private void fillFields(RecordedObject recorded, Object object) throws BadTape {
    Shape shape = Shape.of(object.getClass());
    if (shape.kind == Shape.Kind.KNOWN) {
      return;
    }
    if (object instanceof Throwable) {
      fillThrowable(recorded, (Throwable) object);
    }
    Map<String, Field> byName = new HashMap<>();
    for (Field field : shape.fields) {
      boolean own = field.getDeclaringClass() == object.getClass();
      byName.put((own ? "" : Descriptors.of(field.getDeclaringClass())) + "." + field.getName(),
          field);
    }
    for (RecordedObject.FieldValue recordedField : recorded.fields) {
      Field field = byName.get(recordedField.declaring + "." + recordedField.name);
      if (field == null || recordedField.value.kind == 0) {
        continue; // another version of the class, or not captured
      }
      try {
        field.set(object, value(recordedField.value));
      } catch (IllegalAccessException e) {
        throw new BadTape("field " + field + " cannot be set", e);
      }
    }
  }

  private void fillThrowable(RecordedObject recorded, Throwable thrown) throws BadTape {
    RecordedValue cause = recorded.field("cause");
    Object causedBy = cause == null ? null : value(cause);
    if (causedBy instanceof Throwable && thrown.getCause() == null && causedBy != thrown) {
      try {
        thrown.initCause((Throwable) causedBy);
      } catch (IllegalStateException e) {
        // Its constructor said that it has none; the rest of it counts.
      }
    }
    String stack = textOf(recorded, "stack");
    if (stack != null) {
      thrown.setStackTrace(Throwables.stackFrom(stack));
    }
  }
}
