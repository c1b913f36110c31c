// Values to a message and back: every kind, cycles, limits, hostile messages.
package io.reprise.runtime;

import static io.reprise.runtime.RunTests.check;
import static io.reprise.runtime.RunTests.equal;
import static io.reprise.runtime.RunTests.hex;
import static io.reprise.runtime.RunTests.same;
import static io.reprise.runtime.RunTests.unhex;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

public final class CodecTest {
  static class Base {
    private int number = 1;
    String name;
  }

  static final class Node extends Base {
    private int number = 2; // hides the one of Base
    final double[] values;
    Node next;
    Color color = Color.RED;
    Class<?> type = String.class;
    char letter = 'x';
    transient long stamp = 5;

    Node(double... values) {
      this.values = values;
    }
  }

  enum Color {
    RED,
    GREEN {
      @Override
      int rank() {
        return 1;
      }
    };

    int rank() {
      return 0;
    }
  }

  static final class OddException extends Exception {
    private static final long serialVersionUID = 1;
    final int code;

    OddException(int code, List<String> words) {
      super("odd " + words);
      this.code = code;
    }
  }

  static final class Pointer {
    long mNativePtr = 42;
  }

  private final Handles handles = new Handles();

  /** A message with the value as field 1 and the heap as field 2. */
  private byte[] write(Object value, boolean deep) {
    ValueWriter writer = new ValueWriter(handles);
    ProtoWriter out = new ProtoWriter();
    writer.start();
    writer.value(out, 1, value, deep);
    int heap = out.begin(2);
    writer.objects(out);
    out.end(heap);
    if (out.size() == heap + 1) {
      out.truncate(heap - 1); // without objects there is no heap
    }
    return out.toBytes();
  }

  private static Object read(byte[] bytes, Handles handles) throws BadTape {
    ProtoReader in = new ProtoReader(bytes, 0, bytes.length);
    RecordedValue value = new RecordedValue();
    List<RecordedObject> heap = new ArrayList<>();
    while (in.next()) {
      if (in.field() == 1) {
        value = RecordedValue.read(in.nested());
      } else {
        heap = RecordedObject.readHeap(in.nested());
      }
    }
    ValueBuilder builder = new ValueBuilder(heap, handles, CodecTest.class.getClassLoader());
    builder.build();
    return builder.value(value);
  }

  private Object round(Object value) throws BadTape {
    return read(write(value, true), new Handles());
  }

  private boolean matches(byte[] bytes, Object actual, Handles handles) throws BadTape {
    ProtoReader in = new ProtoReader(bytes, 0, bytes.length);
    RecordedValue value = new RecordedValue();
    List<RecordedObject> heap = new ArrayList<>();
    while (in.next()) {
      if (in.field() == 1) {
        value = RecordedValue.read(in.nested());
      } else {
        heap = RecordedObject.readHeap(in.nested());
      }
    }
    ValueMatcher matcher = new ValueMatcher(heap, handles);
    boolean same = matcher.same(value, actual);
    if (same) {
      matcher.bind();
    }
    return same;
  }

  public void plainValuesAreTheBytesOfTheProto() {
    equal("0a020801", hex(write(null, true)));
    equal("0a021000", hex(write(false, true)));
    equal("0a021801", hex(write((byte) -1, true)));
    equal("0a022004", hex(write((short) 2, true)));
    equal("0a022841", hex(write('A', true)));
    equal("0a023003", hex(write(-2, true)));
    equal("0a0b38ffffffffffffffffff01", hex(write(Long.MIN_VALUE, true)));
    equal("0a05450100c07f", hex(write(Float.intBitsToFloat(0x7fc00001), true)));
    equal("0a09490000000000000000", hex(write(0.0, true)));
    equal("0a045202c3a9", hex(write("\u00e9", true)));
    equal("0a045a0200d8", hex(write("\ud800", true)));
    equal("0a1272104c6a6176612f7574696c2f4c6973743b", hex(write(List.class, true)));
  }

  public void plainValuesComeBack() throws Exception {
    Object[] values = {
      null, true, (byte) -7, (short) 300, '\uffff', Integer.MIN_VALUE, Long.MAX_VALUE, -0.0f,
      Double.MIN_VALUE, "", "a\u0000\u00e9\u20ac\ud83d\ude00", "half \udc00", String[].class,
      int.class, Color.GREEN
    };
    for (Object value : values) {
      equal(value, round(value));
    }
  }

  public void arraysComeBackWithTheirTypes() throws Exception {
    Object[] arrays = {
      new byte[] {1, -1}, new boolean[] {true, false}, new short[] {-3}, new char[] {'\uffff'},
      new int[] {1, -2, 1 << 30}, new long[] {Long.MIN_VALUE}, new float[] {1.5f, Float.NaN},
      new double[] {-2.25}, new String[] {"a", null}, new int[][] {{1}, {}, null},
      new Object[] {1, "x", new byte[0]}, new byte[0]
    };
    for (Object array : arrays) {
      Object back = round(array);
      same(array.getClass(), back.getClass());
      equal(array, back);
    }
  }

  public void collectionsAndMapsComeBack() throws Exception {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("z", Arrays.asList(1, 2L));
    map.put("a", null);
    Object back = round(map);
    equal(map, back);
    same(LinkedHashMap.class, back.getClass());
    equal("[z, a]", ((Map<?, ?>) back).keySet().toString());
    equal(new HashSet<>(Arrays.asList("x", "y")), round(new HashSet<>(Arrays.asList("y", "x"))));
    equal(Collections.singletonList(3), round(Collections.singletonList(3)));
    equal(new HashMap<>(), round(Collections.emptyMap()));
  }

  public void libraryObjectsComeBackByTheirText() throws Exception {
    Object[] objects = {
      new java.util.GregorianCalendar(2026, 1, 3), java.util.TimeZone.getTimeZone("Asia/Tokyo"),
      java.time.Instant.ofEpochMilli(5), java.time.LocalDate.of(2026, 1, 2),
      new Date(1234567890123L), BigInteger.TEN.pow(30), UUID.randomUUID(), Locale.GERMANY,
      new java.io.File("/a/b"), new java.net.URI("http://a/b?c"),
      InetAddress.getByAddress("host.invalid", new byte[] {10, 0, 0, 1}),
      InetSocketAddress.createUnresolved("host.invalid", 80),
      new InetSocketAddress(InetAddress.getByAddress(new byte[16]), 1)
    };
    for (Object object : objects) {
      equal(object, round(object));
    }
    equal("text", round(new StringBuilder("text")).toString());
  }

  public void plainObjectsComeBackWithCyclesAndHiddenFields() throws Exception {
    Node first = new Node(1, 2);
    Node second = new Node();
    first.next = second;
    second.next = first;
    first.name = "one";
    first.letter = 'y';
    first.stamp = 9;
    second.color = Color.GREEN;
    ((Base) second).number = 77;
    Node back = (Node) round(first);
    equal("one", back.name);
    equal('y', back.letter);
    equal(9L, back.stamp);
    equal(new double[] {1, 2}, back.values);
    same(String.class, back.type);
    same(Color.GREEN, back.next.color);
    equal(77, ((Base) back.next).number);
    equal(2, back.next.number);
    same(back, back.next.next);
  }

  public void sharedObjectsStayShared() throws Exception {
    Node node = new Node();
    Object[] back = (Object[]) round(new Object[] {node, node});
    same(back[0], back[1]);
  }

  public void exceptionsComeBackWithCauseAndStack() throws Exception {
    IOException thrown = new FileNotFoundException("gone");
    thrown.initCause(new IllegalStateException("why"));
    Throwable back = (Throwable) round(thrown);
    same(FileNotFoundException.class, back.getClass());
    equal("gone", back.getMessage());
    equal("why", back.getCause().getMessage());
    equal("exceptionsComeBackWithCauseAndStack", back.getStackTrace()[0].getMethodName());
    OddException odd = (OddException) round(new OddException(7, Arrays.asList("a")));
    equal(7, odd.code);
  }

  public void liveObjectsAreKnownByTheirHandle() throws Exception {
    Thread thread = new Thread();
    byte[] bytes = write(new Object[] {thread, new Pointer()}, true);
    Handles replay = new Handles();
    replay.bind(handles.of(thread), thread);
    Object[] back = (Object[]) read(bytes, replay);
    same(thread, back[0]);
    equal(0L, ((Pointer) back[1]).mNativePtr);
  }

  public void argumentsOfTheAppAreNotCopied() throws Exception {
    Node mine = new Node(5);
    String text = new String(write(mine, false), "ISO-8859-1");
    check(!text.contains("values"), "copied an object of the app");
    check(text.contains("CodecTest$Node"), "lacks the class");
  }

  public void theSameHandleIsTheSameObjectAgain() throws Exception {
    Node sensor = new Node(1);
    Handles replay = new Handles();
    Node first = (Node) read(write(sensor, true), replay);
    sensor.name = "changed";
    Node second = (Node) read(write(sensor, true), replay);
    same(first, second);
    equal("changed", first.name);
  }

  public void whatIsTooLargeIsCutAndSaysSo() throws Exception {
    byte[] huge = new byte[Limits.VALUE_BYTES + 5];
    byte[] bytes = write(huge, true);
    equal(Limits.VALUE_BYTES, ((byte[]) read(bytes, new Handles())).length);
    check(hex(Arrays.copyOfRange(bytes, bytes.length - 6, bytes.length)).startsWith("0050"),
        "lacks full_length");
    StringBuilder text = new StringBuilder();
    text.setLength(Limits.VALUE_BYTES + 1);
    equal(null, round(text.toString()));
  }

  public void longChainsAreCutAtTheDepthBound() throws Exception {
    Node first = new Node();
    Node at = first;
    for (int i = 0; i < 100_000; i++) {
      at.next = new Node();
      at = at.next;
    }
    Node back = (Node) round(first);
    int length = 0;
    for (; back != null; back = back.next) {
      length++;
    }
    equal(Limits.DEPTH + 1, length);
  }

  public void theNumberOfObjectsIsBounded() throws Exception {
    Object[] many = new Object[Limits.OBJECTS + 10];
    for (int i = 0; i < many.length; i++) {
      many[i] = new int[] {i};
    }
    Object[] back = (Object[]) round(many);
    equal(null, back[many.length - 1]);
    equal(new int[] {5}, back[5]);
  }

  public void matchesByContentAndByHandle() throws Exception {
    Thread listener = new Thread();
    byte[] bytes = write(new Object[] {"a", new int[] {1}, listener}, false);
    Handles replay = new Handles();
    Thread mine = new Thread();
    check(!matches(bytes, new Object[] {"b", new int[] {1}, mine}, replay), "other text");
    check(!matches(bytes, new Object[] {"a", new int[] {2}, mine}, replay), "other array");
    check(!matches(bytes, new Object[] {"a", new int[] {1}, "x"}, replay), "other class");
    equal(0L, replay.known(mine));
    check(matches(bytes, new Object[] {"a", new int[] {1}, mine}, replay), "same");
    same(mine, replay.object(handles.of(listener)));
    check(!matches(bytes, new Object[] {"a", new int[] {1}, new Thread()}, replay),
        "another object for a bound handle");
  }

  public void refusesHostileMessages() throws Exception {
    String string = hex("Ljava/lang/String;".getBytes());
    String[] bad = {
      "0a026005", // object 5 of none
      "0a026000" + "1216" + "0a14" + "0a12" + string, // no form
      "0a026000" + "1218" + "0a16" + "0a12" + string + "1001", // fields of a String
      "0a026000" + "1218" + "0a16" + "0a12" + string + "1002", // no array
      "0a026000" + "1218" + "0a16" + "0a12" + string + "1003", // no collection
      "0a04720258" + "58", // class "XX"
      "0a037a0141", // enum without a constant
      "0a045a0200" + "d8" + "0a035a0100", // half a unit
    };
    for (String hex : bad) {
      try {
        Object made = read(unhex(hex), new Handles());
        throw new AssertionError("accepted " + hex + " as " + made);
      } catch (BadTape expected) {
        // As it should be.
      }
    }
  }

  public void damagedMessagesNeverDoWorseThanBadTape() throws Exception {
    Node node = new Node(1, 2);
    node.next = new Node();
    Map<String, Object> map = new HashMap<>();
    map.put("k", new Object[] {node, new OddException(1, null), ByteBuffer.allocate(3)});
    byte[] good = write(new Object[] {map, new Date(0), Color.RED, "text"}, true);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bad = good.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        read(Arrays.copyOf(bad, random.nextInt(3) == 0 ? random.nextInt(bad.length) : bad.length),
            new Handles());
      } catch (BadTape expected) {
        refused++;
      }
    }
    check(refused > 1000, "only " + refused + " refused");
  }
}
