// A stream whose bytes go to the tape, or come from it: what reads it is often
// the system's own code, which no weaver changed.
//
// It calls the runtime as woven code does. In a replay it is a shell without a
// stream behind, and every read is answered.
//
// Threads: as the stream behind.
package io.reprise.runtime;

import java.io.IOException;
import java.io.InputStream;

final class TapedInput extends InputStream {
  static final int READ = 0xf0000;
  static final int AVAILABLE = 0xf0001;
  static final int CLOSE = 0xf0002;
  static final String PLAN =
      "point " + READ + " downcall net value timed Ljava/io/InputStream;->read([BII)I o--\n"
          + "point " + AVAILABLE + " downcall net value - Ljava/io/InputStream;->available()I -\n"
          + "point " + CLOSE + " downcall net value - Ljava/io/InputStream;->close()V -\n";

  private final InputStream behind;

  TapedInput(InputStream behind) {
    this.behind = behind;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 1 ? -1 : one[0] & 0xff;
  }

  // The buffer on the tape is as long as what was asked for, so a replay is not
  // confused by what else the app keeps in its own.
  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    byte[] part = new byte[length];
    Call call = Hooks.on ? Hooks.enter(READ, this, new Object[] {part, 0, length}) : null;
    if (call == null) {
      return need().read(into, offset, length);
    }
    int got;
    if (Hooks.answered(call)) {
      got = (Integer) Hooks.answer(call);
    } else {
      try {
        got = need().read(part, 0, length);
      } catch (IOException | RuntimeException e) {
        Hooks.fail(call, e);
        throw e;
      }
      Hooks.leave(call, got);
    }
    if (got > length) {
      throw new IOException("the tape has more than was asked for");
    }
    System.arraycopy(part, 0, into, offset, Math.max(got, 0));
    return got;
  }

  @Override
  public int available() throws IOException {
    Call call = Hooks.on ? Hooks.enter(AVAILABLE, this, null) : null;
    if (call == null) {
      return need().available();
    }
    if (Hooks.answered(call)) {
      return (Integer) Hooks.answer(call);
    }
    int count;
    try {
      count = need().available();
    } catch (IOException | RuntimeException e) {
      Hooks.fail(call, e);
      throw e;
    }
    Hooks.leave(call, count);
    return count;
  }

  @Override
  public void close() throws IOException {
    Call call = Hooks.on ? Hooks.enter(CLOSE, this, null) : null;
    if (call != null && Hooks.answered(call)) {
      Hooks.answer(call);
      return;
    }
    try {
      if (behind != null) {
        behind.close();
      }
    } catch (IOException | RuntimeException e) {
      if (call != null) {
        Hooks.fail(call, e);
      }
      throw e;
    }
    if (call != null) {
      Hooks.leave(call, null);
    }
  }

  private InputStream need() throws IOException {
    if (behind == null) {
      throw new IOException("the recording has no more of this stream");
    }
    return behind;
  }
}
