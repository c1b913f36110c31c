// Calls in words, for sentences that people read.
package io.reprise.runtime;

import java.lang.reflect.Array;
import java.util.List;

final class Words {
  private static final int LONGEST = 60;

  private Words() {}

  static String call(String method, Object[] args) {
    StringBuilder text = new StringBuilder(shortName(method)).append('(');
    for (int i = 0; args != null && i < args.length; i++) {
      text.append(i == 0 ? "" : ", ").append(value(args[i]));
    }
    return text.append(')').toString();
  }

  static String call(RecordedCall call) {
    StringBuilder text = new StringBuilder(shortName(call.method)).append('(');
    try {
      call.read();
      for (int i = 0; i < call.arguments.size(); i++) {
        text.append(i == 0 ? "" : ", ").append(value(call.arguments.get(i).value, call.heap));
      }
    } catch (BadTape e) {
      text.append("damaged");
    }
    return text.append(')').toString();
  }

  /** "LocationManager.getLastKnownLocation" of a whole name. */
  static String shortName(String method) {
    int arrow = method.indexOf(";->");
    int open = method.indexOf('(');
    if (arrow < 0 || open < arrow) {
      return method;
    }
    int slash = method.lastIndexOf('/', arrow);
    return method.substring(slash < 0 ? 1 : slash + 1, arrow) + "." + method.substring(arrow + 3, open);
  }

  private static String value(Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return String.valueOf(value);
    }
    if (value instanceof String) {
      return quoted((String) value);
    }
    Class<?> type = value.getClass();
    if (type.isArray()) {
      return type.getComponentType().getSimpleName() + "[" + Array.getLength(value) + "]";
    }
    return KnownClasses.has(type) ? quoted(KnownClasses.toText(value)) : type.getSimpleName();
  }

  private static String value(RecordedValue value, List<RecordedObject> heap) throws BadTape {
    if (value.kind == 0) {
      return "...";
    }
    if (value.isPlain()) {
      return value(value.plain());
    }
    if (value.kind == Tags.VALUE_OBJECT && value.bits >= 0 && value.bits < heap.size()) {
      RecordedObject object = heap.get((int) value.bits);
      RecordedValue text = object.field("text");
      if (text != null && text.text != null) {
        return quoted(text.text);
      }
      String name = object.className;
      return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1)
          .replace(";", "");
    }
    return value.text == null ? "object " + value.bits : value.text;
  }

  private static String quoted(String text) {
    return "\"" + (text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text) + "\"";
  }
}
