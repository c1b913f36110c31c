package io.reprise.phone.guest.window;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import reprise.RectOuterClass.Rect;

/**
 * What differs between two pictures of the same size, as rectangles: bands of
 * rows that changed, each as wide as its changes. Found while copying the new
 * picture over the old one, row by row.
 */
final class Damage {
  /** Unchanged rows that do not split a band. */
  private static final int GAP = 8;

  private final int width;
  private final int height;
  private final List<Rect> rects = new ArrayList<>();

  Damage(int width, int height) {
    this.width = width;
    this.height = height;
  }

  /** Copies `from` over `to` where they differ. */
  void copy(ByteBuffer from, ByteBuffer to) {
    int stride = width * 4;
    int base = from.position();
    int top = -1;
    int bottom = 0;
    int left = width;
    int right = 0;
    for (int y = 0; y < height; y++) {
      ByteBuffer row = from.slice(base + y * stride, stride);
      ByteBuffer old = to.slice(y * stride, stride);
      int first = row.mismatch(old);
      if (first < 0) {
        if (top >= 0 && y - bottom >= GAP) {
          add(left, top, right, bottom);
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
      left = Math.min(left, first / 4);
      int last = width - 1;
      while (last >= right && row.getInt(last * 4) == old.getInt(last * 4)) last--;
      right = Math.max(right, last + 1);
      old.put(row);
    }
    if (top >= 0) add(left, top, right, bottom);
  }

  private void add(int left, int top, int right, int bottom) {
    rects.add(Rect.newBuilder().setLeft(left).setTop(top).setRight(right).setBottom(bottom).build());
  }

  boolean isEmpty() {
    return rects.isEmpty();
  }

  List<Rect> rects() {
    return rects;
  }
}
