// Something that is intercepted, as a line of the plan says it
// (docs/architecture/weave.md).
package io.reprise.runtime;

import java.util.List;

final class Point {
  final int number;
  final boolean upcall;
  final String stream;
  final String stub; // interned
  final boolean timed;
  final boolean live;
  final String method;

  /** A letter for each parameter: - v x o. */
  private final char[] parameters;

  /** Its stub does more than to record values: see Stubs. */
  final boolean special;

  /**
   * CallEvent.direction, phase and method of a call that is written whole, and
   * method alone: written once, because Android may interpret us.
   */
  final byte[] wholeFields;

  final byte[] methodField;

  /** Descriptors of the parameters, then of the result. */
  final List<String> types;

  /** Beside them, what the primitive ones are as objects; null for others. */
  final Class<?>[] boxed;

  final boolean constructor;

  /** Whether it ends with something to write. */
  final boolean hasResult;

  /** What its result is when that is one of a few primitives; else 0. */
  final char plain;

  /** Its hooks see no end of a call. */
  volatile boolean entryOnly;

  volatile Mode mode = Mode.OFF;

  /** Of the last call; racy, and any will do. */
  Handles.Key receiver;

  private ReceiverType receiverType; // as well

  /** What happens at a point. */
  enum Mode {
    /** As if nothing was woven. */
    OFF,
    /** The call is made and written to the tape. */
    RECORD,
    /** The tape answers, and that is written to the new tape. */
    REPLAY
  }

  private Point(int number, String[] words) throws BadTape {
    this.number = number;
    upcall = words[2].equals("upcall");
    stream = words[3];
    stub = words[4].intern();
    String flags = "," + words[5] + ",";
    timed = flags.contains(",timed,");
    live = flags.contains(",live,");
    method = words[6].intern();
    ProtoWriter field = new ProtoWriter();
    field.putText(Tags.CALL_METHOD, method);
    methodField = field.toBytes();
    ProtoWriter whole = new ProtoWriter();
    whole.number(Tags.CALL_DIRECTION, Tags.DIRECTION_DOWNCALL);
    whole.number(Tags.CALL_PHASE, Tags.PHASE_WHOLE);
    whole.raw(methodField, 0, methodField.length);
    wholeFields = whole.toBytes();
    special = Stubs.isSpecial(stub);
    types = Descriptors.typesOf(method);
    boxed = new Class<?>[types.size()];
    for (int i = 0; i < boxed.length; i++) {
      boxed[i] = Descriptors.boxed(types.get(i));
    }
    int count = types.size() - 1;
    parameters = count == 0 ? new char[0] : words[7].toCharArray();
    if (parameters.length != count) {
      throw new BadTape("\"" + words[7] + "\" describes not " + count + " parameters");
    }
    constructor = method.contains("-><init>(");
    String result = types.get(count);
    hasResult = constructor || !result.equals("V");
    plain = !special && result.length() == 1 && "JIZ".contains(result) ? result.charAt(0) : 0;
  }

  /** Of a line that begins with "point". */
  static Point parse(String line) throws BadTape {
    String[] words = line.split(" ");
    if (words.length != 8) {
      throw new BadTape("\"" + line + "\" has " + words.length + " words, not 8");
    }
    try {
      return new Point(Integer.parseInt(words[1]), words);
    } catch (NumberFormatException e) {
      throw new BadTape("\"" + words[1] + "\" is no number of a point", e);
    }
  }

  /** CallEvent.receiver_class, or nothing if the method's name says it. */
  byte[] receiverField(Class<?> type) {
    ReceiverType known = receiverType;
    if (known == null || known.type != type) {
      known = new ReceiverType(type, method);
      receiverType = known;
    }
    return known.field;
  }

  private static final class ReceiverType {
    final Class<?> type;
    final byte[] field;

    ReceiverType(Class<?> type, String method) {
      this.type = type;
      String name = Descriptors.of(type);
      ProtoWriter out = new ProtoWriter();
      out.text(Tags.CALL_RECEIVER_CLASS, method.startsWith(name) ? "" : name);
      field = out.toBytes();
    }
  }

  char parameter(int index) {
    return index < parameters.length ? parameters[index] : '-';
  }
}
