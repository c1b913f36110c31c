// Numbers of the fields and enum values of proto/reprise that the runtime
// writes and reads. They never change there; tests/runtime compares them with
// the .proto files.
package io.reprise.runtime;

final class Tags {
  // Value
  static final int VALUE_NULL = 1;
  static final int VALUE_BOOL = 2;
  static final int VALUE_BYTE = 3;
  static final int VALUE_SHORT = 4;
  static final int VALUE_CHAR = 5;
  static final int VALUE_INT = 6;
  static final int VALUE_LONG = 7;
  static final int VALUE_FLOAT = 8;
  static final int VALUE_DOUBLE = 9;
  static final int VALUE_STRING = 10;
  static final int VALUE_UTF16 = 11;
  static final int VALUE_OBJECT = 12;
  static final int VALUE_LIVE = 13;
  static final int VALUE_CLASS = 14;
  static final int VALUE_ENUM = 15;

  // ValueField
  static final int FIELD_NAME = 1;
  static final int FIELD_DECLARING = 2;
  static final int FIELD_VALUE = 3;

  // ValueObject
  static final int OBJECT_CLASS = 1;
  static final int OBJECT_FORM = 2;
  static final int OBJECT_HANDLE = 3;
  static final int OBJECT_FIELDS = 4;
  static final int OBJECT_ELEMENTS = 5;
  static final int OBJECT_DATA = 6;
  static final int OBJECT_INTEGERS = 7;
  static final int OBJECT_FLOATS = 8;
  static final int OBJECT_DOUBLES = 9;
  static final int OBJECT_FULL_LENGTH = 10;
  static final int FORM_FIELDS = 1;
  static final int FORM_ARRAY = 2;
  static final int FORM_COLLECTION = 3;
  static final int FORM_MAP = 4;
  static final int FORM_BUNDLE = 5;
  static final int FORM_PARCEL = 6;
  static final int FORM_OPAQUE = 7;
  static final int FORM_BUFFER = 8;

  // ValueHeap
  static final int HEAP_OBJECTS = 1;

  // Of every message of a tape
  static final int ID = 1;
  static final int CAUSE = 2;
  static final int ORIGIN = 3;

  // CallEvent
  static final int CALL_DIRECTION = 4;
  static final int CALL_PHASE = 5;
  static final int CALL_ENTER_REF = 6;
  static final int CALL_METHOD = 7;
  static final int CALL_RECEIVER_CLASS = 8;
  static final int CALL_RECEIVER = 9;
  static final int CALL_ARGUMENTS = 10;
  static final int CALL_RESULT = 11;
  static final int CALL_EXCEPTION = 12;
  static final int CALL_HEAP = 13;
  static final int CALL_THREAD = 14;
  static final int CALL_LOOPER = 15;
  static final int CALL_DURATION = 16;
  static final int CALL_MODE = 17;
  static final int ARGUMENT_VALUE = 1;
  static final int ARGUMENT_TREATMENT = 2;
  static final int ARGUMENT_AFTER = 3;
  static final int DIRECTION_DOWNCALL = 1;
  static final int DIRECTION_UPCALL = 2;
  static final int PHASE_WHOLE = 1;
  static final int PHASE_ENTER = 2;
  static final int PHASE_EXIT = 3;
  static final int MODE_RECORDED = 1;
  static final int MODE_REPLAYED = 2;
  static final int MODE_LIVE = 3;
  static final int TREATMENT_XPOINTER = 1;
  static final int TREATMENT_OUT = 2;

  // ThreadInfo
  static final int THREAD_PID = 1;
  static final int THREAD_TID = 2;
  static final int THREAD_NAME = 3;
  static final int THREAD_PROCESS = 4;

  // RepriseEvent
  static final int EVENT_KIND = 4;
  static final int EVENT_SEVERITY = 5;
  static final int EVENT_SENTENCE = 6;
  static final int EVENT_TOPIC = 8;
  static final int EVENT_NAME = 10;
  static final int EVENT_EXPECTED = 11;
  static final int EVENT_ACTUAL = 12;
  static final int EVENT_LOSS = 17;
  static final int LOSS_EVENTS = 1;
  static final int LOSS_BYTES = 2;
  static final int LOSS_WAITED = 5;
  static final int LOSS_CAPACITY = 6;
  static final int LOSS_WAITS = 7;
  static final int KIND_SESSION_BEGAN = 1;
  static final int KIND_SESSION_ENDED = 2;
  static final int KIND_REQUEST_MATCHED_LOOSELY = 7;
  static final int KIND_EVENT_MISSING = 8;
  static final int KIND_EVENT_UNRECORDED = 9;
  static final int KIND_CALL_DIFFERED = 10;
  static final int KIND_RING_FULL = 11;
  static final int KIND_EVENTS_LOST = 12;
  static final int KIND_SWITCHED_OFF = 25;
  static final int KIND_UNSUPPORTED = 30;
  static final int KIND_THREADS_CAPPED = 36;
  static final int SEVERITY_INFO = 1;
  static final int SEVERITY_WARNING = 2;
  static final int SEVERITY_ERROR = 3;

  private Tags() {}
}
