// Exceptions: as text for a tape, and made again from one. A class whose
// constructors are all unusual is made without running any.
//
// Threads: any.
package io.reprise.runtime;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

final class Throwables {
  private static final int FRAMES = 64;

  private Throwables() {}

  /** "class|method|file|line" for each frame, innermost first. */
  static String stackText(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    StackTraceElement[] frames = thrown.getStackTrace();
    for (int i = 0; i < frames.length && i < FRAMES; i++) {
      StackTraceElement frame = frames[i];
      String file = frame.getFileName() == null ? "" : frame.getFileName();
      text.append(frame.getClassName()).append('|').append(frame.getMethodName());
      text.append('|').append(file).append('|').append(frame.getLineNumber()).append('\n');
    }
    return text.toString();
  }

  static StackTraceElement[] stackFrom(String text) throws BadTape {
    List<StackTraceElement> frames = new ArrayList<>();
    for (String line : text.split("\n")) {
      if (line.isEmpty()) {
        continue;
      }
      String[] parts = line.split("\\|", -1);
      if (parts.length != 4 || frames.size() == FRAMES) {
        throw new BadTape("\"" + line + "\" is no frame of a stack");
      }
      try {
        String file = parts[2].isEmpty() ? null : parts[2];
        frames.add(new StackTraceElement(parts[0], parts[1], file, Integer.parseInt(parts[3])));
      } catch (NumberFormatException e) {
        throw new BadTape("\"" + line + "\" is no frame of a stack", e);
      }
    }
    return frames.toArray(new StackTraceElement[0]);
  }

  /** A new exception with this message and without a cause. */
  static Throwable make(Class<?> type, String message) throws BadTape {
    if (!Throwable.class.isAssignableFrom(type)) {
      throw new BadTape(type.getName() + " is no exception");
    }
    Throwable made = construct(type, new Class<?>[] {String.class}, message);
    if (made == null && message == null) {
      made = construct(type, new Class<?>[0]);
    }
    if (made == null) {
      made = construct(type, new Class<?>[] {String.class, Throwable.class}, message, null);
    }
    if (made == null) {
      made = (Throwable) Allocator.allocate(type);
    }
    return made;
  }

  private static Throwable construct(Class<?> type, Class<?>[] types, Object... values) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return (Throwable) constructor.newInstance(values);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return null;
    }
  }

  /** Throws anything, as woven code must be able to. */
  @SuppressWarnings("unchecked")
  static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
