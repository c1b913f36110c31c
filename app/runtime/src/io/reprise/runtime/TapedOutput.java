// A stream that the app writes to: its bytes go to the tape, and in a replay
// nowhere else. The counterpart of TapedInput.
//
// Threads: as the stream behind.
package io.reprise.runtime;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

final class TapedOutput extends OutputStream {
  static final int WRITE = 0xf0003;
  static final int FLUSH = 0xf0004;
  static final int CLOSE = 0xf0005;
  static final String PLAN =
      "point " + WRITE + " downcall net value - Ljava/io/OutputStream;->write([B)V -\n"
          + "point " + FLUSH + " downcall net value - Ljava/io/OutputStream;->flush()V -\n"
          + "point " + CLOSE + " downcall net value - Ljava/io/OutputStream;->close()V -\n";

  private final OutputStream behind;

  TapedOutput(OutputStream behind) {
    this.behind = behind;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    run(WRITE, Arrays.copyOfRange(bytes, offset, offset + length));
  }

  @Override
  public void flush() throws IOException {
    run(FLUSH, null);
  }

  @Override
  public void close() throws IOException {
    run(CLOSE, null);
  }

  private void run(int point, byte[] bytes) throws IOException {
    Object[] args = bytes == null ? null : new Object[] {bytes};
    Call call = Hooks.on ? Hooks.enter(point, this, args) : null;
    if (call != null && Hooks.answered(call)) {
      Hooks.answer(call);
      return;
    }
    try {
      if (behind == null) {
        throw new IOException("the recording has no more of this stream");
      }
      if (point == WRITE) {
        behind.write(bytes);
      } else if (point == FLUSH) {
        behind.flush();
      } else {
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
}
