// The wire form against literal bytes, and hostile bytes against the reader.
package io.reprise.runtime;

import static io.reprise.runtime.RunTests.check;
import static io.reprise.runtime.RunTests.equal;
import static io.reprise.runtime.RunTests.hex;
import static io.reprise.runtime.RunTests.unhex;

public final class ProtoTest {
  public void writesFieldsAsProtobufDoes() {
    ProtoWriter out = new ProtoWriter();
    out.number(1, 0);
    out.number(1, 300);
    out.putSigned(6, -1);
    out.text(7, "");
    out.text(7, "\u00e9\ud83d\ude00");
    out.putFixed32(8, 0x3f800000);
    out.putFixed64(9, 1);
    equal(
        "08ac02" + "3001" + "3a06c3a9f09f9880" + "450000803f" + "490100000000000000",
        hex(out.toBytes()));
  }

  public void writesNumbersOfEveryLength() {
    long[] numbers = {0, 0x7f, 0x80, (1L << 28) - 1, 1L << 28, 1L << 35, (1L << 56) - 1,
        1L << 56, Long.MAX_VALUE, -1};
    String[] expected = {
      "00", "7f", "8001", "ffffff7f", "8080808001", "808080808001", "ffffffffffffff7f",
      "808080808080808001", "ffffffffffffffff7f", "ffffffffffffffffff01",
    };
    for (int i = 0; i < numbers.length; i++) {
      ProtoWriter out = new ProtoWriter();
      out.putNumber(1, numbers[i]);
      out.putNumber(16, numbers[i]);
      out.putNested(11, 7, numbers[i]);
      int length = expected[i].length() / 2;
      equal("08" + expected[i] + "8001" + expected[i] + "5a0" + Integer.toHexString(length + 1)
          + "38" + expected[i], hex(out.toBytes()));
    }
  }

  public void writesNothingOfATextThatHasNoUtf8() {
    ProtoWriter out = new ProtoWriter();
    out.number(1, 1);
    check(!out.tryText(2, "ab\ud800"), "half of a pair");
    check(out.tryText(2, "a\ud83d\ude00"), "a pair");
    equal("0801" + "120561f09f9880", hex(out.toBytes()));
  }

  public void keepsTheMemoryOfLargeMessagesWhileTheyCome() {
    ProtoWriter out = new ProtoWriter();
    out.raw(new byte[1 << 20], 0, 1 << 20);
    byte[] large = out.bytes();
    for (int frame = 0; frame < 3; frame++) {
      for (int i = 0; i < 900; i++) {
        check(out.restart(100) == large, "between two frames");
      }
      out.clear();
      out.raw(new byte[1 << 20], 0, 1 << 20);
      check(out.bytes() == large, "the next frame");
    }
    for (int i = 0; i < 1_002; i++) {
      out.clear();
    }
    check(out.bytes().length < 1_000, "no frame for long");
  }

  public void movesUpWhatIsLongerThanItsLengthWasGuessed() throws Exception {
    ProtoWriter out = new ProtoWriter();
    int outer = out.begin(1);
    int inner = out.begin(2);
    out.raw(new byte[200], 0, 200);
    out.end(inner);
    out.end(outer);
    byte[] bytes = out.toBytes();
    equal("0acb0112c801", hex(bytes).substring(0, 12));
    equal(2 + 1 + 203, bytes.length);
  }

  public void refusesAMessageOverTheBound() {
    ProtoWriter out = new ProtoWriter();
    byte[] part = new byte[30 << 20];
    out.raw(part, 0, part.length);
    out.raw(part, 0, part.length);
    try {
      out.raw(part, 0, part.length);
      throw new AssertionError("accepted 90 MiB");
    } catch (RuntimeFault expected) {
      check(expected.getMessage().contains("bytes"), expected.getMessage());
    }
  }

  public void readsWhatItWrote() throws Exception {
    byte[] bytes = unhex("08ac023001" + "3a06c3a9f09f9880" + "450000803f");
    ProtoReader in = new ProtoReader(bytes, 0, bytes.length);
    check(in.next(), "field 1");
    equal(300L, in.number());
    check(in.next(), "field 6");
    equal(-1L, in.signed());
    check(in.next(), "field 7");
    equal("\u00e9\ud83d\ude00", in.text());
    check(in.next(), "field 8");
    equal(0x3f800000L, in.number());
    check(!in.next(), "end");
  }

  public void refusesHostileBytes() {
    String[] bad = {
      "08", "08ffffffffffffffffffff01", "0a05", "0affffffffffffffffff01", "00", "0b", "0d0000",
      "0900", "f8ffffffffff0100",
    };
    for (String hex : bad) {
      byte[] bytes = unhex(hex);
      try {
        ProtoReader in = new ProtoReader(bytes, 0, bytes.length);
        while (in.next()) {
          in.field();
        }
        throw new AssertionError("accepted " + hex);
      } catch (BadTape expected) {
        // As it should be.
      }
    }
  }
}
