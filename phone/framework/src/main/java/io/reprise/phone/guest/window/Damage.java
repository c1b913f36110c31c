package io.reprise.phone.guest.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import reprise.RectOuterClass.Rect;

/**
 * Writes pictures into the supervisor's file and says what differs from the one
 * before, as rectangles: bands of rows that changed, each as wide as its changes.
 * The renderer's pixels are blue, green, red, alpha; the file's begin with red.
 * Only rows that changed are turned round and written. Guarded by Screen.
 */
final class Damage {
  /** Unchanged rows that do not split a band. */
  private static final int GAP = 8;

  private int width;
  private int height;
  /** The picture that is in the file, as the renderer made it. */
  private int[] last = new int[0];
  private int[] row = new int[0];

  /** The file is another one: all of the next picture is new. */
  void forget() {
    width = 0;
  }

  /** Writes a picture; the result is empty if it is the one before. */
  List<Rect> write(ByteBuffer picture, ByteBuffer file, int width, int height) {
    IntBuffer from = picture.order(ByteOrder.nativeOrder()).asIntBuffer();
    IntBuffer to = file.order(ByteOrder.nativeOrder()).asIntBuffer();
    boolean fresh = this.width != width || this.height != height;
    if (fresh) {
      this.width = width;
      this.height = height;
      last = new int[width * height];
      row = new int[width];
    }
    List<Rect> rects = new ArrayList<>();
    int top = -1;
    int bottom = 0;
    int left = 0;
    int right = 0;
    for (int y = 0; y < height; y++) {
      int begin = y * width;
      int first = fresh ? 0 : IntBuffer.wrap(last, begin, width).mismatch(from.slice(begin, width));
      if (first < 0) {
        if (top >= 0 && y - bottom >= GAP) {
          rects.add(rect(left, top, right, bottom));
          top = -1;
        }
        continue;
      }
      if (top < 0) {
        top = y;
        left = width;
        right = 0;
      }
      bottom = y + 1;
      left = Math.min(left, first);
      from.get(begin, row);
      int end = width;
      if (!fresh) while (end > first + 1 && row[end - 1] == last[begin + end - 1]) end--;
      right = Math.max(right, end);
      System.arraycopy(row, 0, last, begin, width);
      for (int x = 0; x < width; x++) {
        int p = row[x];
        row[x] = p & 0xff00ff00 | (p & 0xff) << 16 | p >>> 16 & 0xff;
      }
      to.put(begin, row);
    }
    if (top >= 0) rects.add(rect(left, top, right, bottom));
    return rects;
  }

  private static Rect rect(int left, int top, int right, int bottom) {
    return Rect.newBuilder().setLeft(left).setTop(top).setRight(right).setBottom(bottom).build();
  }
}
