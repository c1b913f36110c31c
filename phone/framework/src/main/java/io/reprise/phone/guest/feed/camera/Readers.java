package io.reprise.phone.guest.feed.camera;

import android.graphics.ImageFormat;
import android.view.Surface;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The queues behind the app's ImageReaders for what cameras give (YUV, JPEG): found
 * by their surface. Readers of pixels (RGBA) are the renderer's and not here.
 */
public final class Readers {
  private static final Map<Surface, Queue> QUEUES = Collections.synchronizedMap(new WeakHashMap<>());

  private Readers() {}

  /** An image: its planes one after the other, as the format has them. */
  public record Frame(byte[] bytes, long timestamp) {}

  /** Of one reader. Any thread. */
  public static final class Queue {
    /** What a camera may be ahead of the reader. */
    private static final int AHEAD = 2;

    public final int width;
    public final int height;
    public final int format;
    private final int max;
    private final Runnable available;
    private final Deque<Frame> waiting = new ArrayDeque<>();
    private int acquired;

    public Queue(int width, int height, int format, int max, Runnable available) {
      this.width = width;
      this.height = height;
      this.format = format;
      this.max = max;
      this.available = available;
    }

    /** False = nobody takes the images, so this one is lost. */
    boolean put(Frame frame) {
      synchronized (this) {
        if (waiting.size() + acquired >= max + AHEAD) return false;
        waiting.add(frame);
      }
      available.run();
      return true;
    }

    public synchronized boolean full() {
      return acquired >= max;
    }

    /** The next one for the app; null = there is none. */
    public synchronized Frame take() {
      Frame frame = waiting.poll();
      if (frame != null) acquired++;
      return frame;
    }

    public synchronized void release() {
      if (acquired > 0) acquired--;
    }

    public synchronized void close() {
      waiting.clear();
    }
  }

  public static void add(Surface surface, Queue queue) {
    QUEUES.put(surface, queue);
  }

  /** Null = the surface is not one of a reader. */
  public static Queue of(Surface surface) {
    return QUEUES.get(surface);
  }

  static void clear() {
    QUEUES.clear();
  }

  /** What the camera gives such a reader; null = it cannot. */
  static byte[] image(int camera, Queue q, int quality) {
    if (q.format == ImageFormat.JPEG) return Scene.jpeg(camera, q.width, q.height, quality);
    boolean yuv = q.format == ImageFormat.YUV_420_888 || q.format == ImageFormat.NV21;
    return yuv ? Scene.nv21(camera, q.width, q.height) : null;
  }

  /** One plane: its buffer, and how far its rows and pixels are from each other. */
  public record Plane(ByteBuffer buffer, int rowStride, int pixelStride) {}

  /** The planes of an image. YUV has V and U in turn, as most phones do. */
  public static Plane[] planes(Queue q, Frame frame) {
    byte[] bytes = frame.bytes();
    if (q.format == ImageFormat.JPEG) return new Plane[] {new Plane(direct(bytes, 0, bytes.length), 0, 0)};
    int luma = q.width * q.height;
    int row = (q.width + 1) / 2 * 2;
    int chroma = bytes.length - luma - 1;
    return new Plane[] {new Plane(direct(bytes, 0, luma), q.width, 1),
        new Plane(direct(bytes, luma + 1, chroma), row, 2), new Plane(direct(bytes, luma, chroma), row, 2)};
  }

  private static ByteBuffer direct(byte[] bytes, int from, int length) {
    return ByteBuffer.allocateDirect(length).put(bytes, from, length).rewind();
  }
}
