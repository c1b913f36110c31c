// Whether what the app gives to a call now is what it gave in the recording.
// Values are compared by content, live objects by their handles: an object can
// stand for a recorded one if neither stands for another.
//
// Threads: one at a time; Handles are shared.
package io.reprise.runtime;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

final class ValueMatcher {
  private final List<RecordedObject> heap;
  private final Handles handles;
  // Null while empty, as they are for most calls: Android may interpret this.
  private Map<Object, RecordedObject> seen;
  private List<Object> objects;
  private List<Long> numbers;

  ValueMatcher(List<RecordedObject> heap, Handles handles) {
    this.heap = heap;
    this.handles = handles;
  }

  /** Call it when all matched and the recorded call was chosen. */
  void bind() {
    for (int i = 0; objects != null && i < objects.size(); i++) {
      handles.bind(numbers.get(i), objects.get(i));
    }
  }

  boolean same(RecordedValue recorded, Object actual) throws BadTape {
    return same(recorded, actual, 0);
  }

  private boolean same(RecordedValue recorded, Object actual, int depth) throws BadTape {
    if (recorded.kind == 0 || depth > Limits.DEPTH) {
      return true; // not captured
    }
    if (recorded.isPlain()) {
      Object plain = recorded.plain();
      return plain == null ? actual == null : plain.equals(actual);
    }
    if (actual == null) {
      return false;
    }
    if (recorded.kind == Tags.VALUE_CLASS) {
      return actual instanceof Class && Descriptors.of((Class<?>) actual).equals(recorded.text);
    }
    if (recorded.kind == Tags.VALUE_ENUM) {
      return actual instanceof Enum
          && recorded.text.endsWith("->" + ((Enum<?>) actual).name());
    }
    if (recorded.kind == Tags.VALUE_LIVE) {
      return sameLive(recorded.bits, actual);
    }
    if (recorded.bits < 0 || recorded.bits >= heap.size()) {
      throw new BadTape("a value points to object " + recorded.bits + " of " + heap.size());
    }
    return sameObject(heap.get((int) recorded.bits), actual, depth);
  }

  private boolean sameLive(long handle, Object actual) {
    if (!handles.canBind(handle, actual)) {
      return false;
    }
    if (objects == null) {
      objects = new ArrayList<>(2);
      numbers = new ArrayList<>(2);
    }
    for (int i = 0; i < objects.size(); i++) {
      if ((objects.get(i) == actual) != (numbers.get(i) == handle)) {
        return false;
      }
    }
    objects.add(actual);
    numbers.add(handle);
    return true;
  }

  private boolean sameObject(RecordedObject recorded, Object actual, int depth) throws BadTape {
    if (seen == null) {
      seen = new IdentityHashMap<>();
    }
    RecordedObject before = seen.get(actual);
    if (before != null) {
      return before == recorded;
    }
    seen.put(actual, recorded);
    if (recorded.form == Tags.FORM_BUFFER) {
      return actual instanceof ByteBuffer
          && ByteBuffer.wrap(recorded.data).equals(((ByteBuffer) actual).duplicate());
    }
    if (!Descriptors.of(actual.getClass()).equals(recorded.className)) {
      return false;
    }
    switch (recorded.form) {
      case Tags.FORM_ARRAY:
        return sameArray(recorded, actual, depth);
      case Tags.FORM_COLLECTION:
        return sameElements(recorded, ((Collection<?>) actual).toArray(), depth);
      case Tags.FORM_MAP:
        return sameElements(recorded, pairs((Map<?, ?>) actual), depth);
      case Tags.FORM_BUNDLE:
        return sameElements(recorded, pairs(Platform.get().bundle(actual)), depth);
      case Tags.FORM_FIELDS:
        if (KnownClasses.has(actual.getClass())) {
          RecordedValue text = recorded.field("text");
          return text != null && KnownClasses.toText(actual).equals(text.text);
        }
        return sameLive(recorded.handle, actual);
      default:
        return recorded.handle == 0 || sameLive(recorded.handle, actual);
    }
  }

  private static Object[] pairs(Map<?, ?> map) {
    List<Object> pairs = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      pairs.add(entry.getKey());
      pairs.add(entry.getValue());
    }
    return pairs.toArray();
  }

  private boolean sameElements(RecordedObject recorded, Object[] actual, int depth)
      throws BadTape {
    if (recorded.elements.size() != actual.length) {
      return false;
    }
    for (int i = 0; i < actual.length; i++) {
      if (!same(recorded.elements.get(i), actual[i], depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private boolean sameArray(RecordedObject recorded, Object actual, int depth) throws BadTape {
    if (actual instanceof Object[]) {
      return sameElements(recorded, (Object[]) actual, depth);
    }
    Class<?> element = actual.getClass().getComponentType();
    if (PrimitiveArrays.length(recorded, element) != Array.getLength(actual)) {
      return false;
    }
    Object copy = Array.newInstance(element, Array.getLength(actual));
    PrimitiveArrays.fill(recorded, copy);
    return java.util.Arrays.deepEquals(new Object[] {copy}, new Object[] {actual});
  }
}
