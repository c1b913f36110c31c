package io.reprise.phone.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file that pictures go into: made by the supervisor, mapped here. A
 * picture that was sent as news stays until the supervisor has read it.
 */
public final class FrameFile {
  private static final FrameFile INSTANCE = new FrameFile();

  private MappedByteBuffer map;
  private long sent;
  private long read;
  private Runnable onRead = () -> {};

  private FrameFile() {}

  public static FrameFile get() {
    return INSTANCE;
  }

  /** Maps another file; an empty path = no pictures. */
  public synchronized void open(String path) throws IOException {
    map = null;
    sent = read = 0;
    if (path.isEmpty()) return;
    try (FileChannel c = FileChannel.open(Path.of(path), StandardOpenOption.READ,
        StandardOpenOption.WRITE)) {
      if (c.size() > Integer.MAX_VALUE) throw new Refusal("the file for pictures is too large: " + path);
      map = c.map(FileChannel.MapMode.READ_WRITE, 0, c.size());
    }
  }

  /** The supervisor has read frame `number` and all before it. */
  public void read(long number) {
    Runnable then;
    synchronized (this) {
      read = Math.max(read, number);
      then = onRead;
    }
    then.run();
  }

  /** Calls it, on the thread that reads requests, when a frame was read. */
  public synchronized void onRead(Runnable then) {
    onRead = then;
  }

  /** False while a frame that was sent has not been read. */
  public synchronized boolean free() {
    return read >= sent;
  }

  /** Marks frame `number` as sent. */
  public synchronized void sent(long number) {
    sent = number;
  }

  /** Where a frame of this size goes; refuses if it has no room. */
  public synchronized ByteBuffer room(int bytes) {
    if (map == null) throw new Refusal("no picture: Attach named no file for pictures");
    if (map.capacity() < bytes) {
      throw new Refusal("no picture: the file for pictures has " + map.capacity()
          + " bytes, " + bytes + " are needed");
    }
    return map.duplicate().limit(bytes).slice();
  }
}
