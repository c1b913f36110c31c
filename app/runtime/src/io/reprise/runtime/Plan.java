// The points of all plans that the weavers of this process handed over, by
// number. Weavers number from 0, 0x10000 and 0x20000 on: a bank each.
//
// Threads: any; adding is rare.
package io.reprise.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class Plan {
  private static final int BANKS = 16;

  private volatile Point[][] banks = new Point[BANKS][0];

  Point point(int number) {
    Point[] bank = banks[number >> 16 & BANKS - 1];
    int index = number & 0xffff;
    return index < bank.length ? bank[index] : null;
  }

  /** The first point of this method, or null. */
  Point find(String method) {
    for (Point[] bank : banks) {
      for (Point point : bank) {
        if (point != null && point.method.equals(method)) {
          return point;
        }
      }
    }
    return null;
  }

  /** Adds the points of a plan's text; gives those that are new. */
  synchronized List<Point> add(String text) throws BadTape {
    List<Point> added = new ArrayList<>();
    Point[][] grown = banks.clone();
    for (String line : text.split("\n")) {
      if (line.startsWith("reprise-plan ") && !line.equals("reprise-plan 1")) {
        throw new BadTape("\"" + line + "\": this runtime reads reprise-plan 1");
      }
      if (line.startsWith("hook entry ")) {
        markEntryOnly(grown, line);
      }
      if (!line.startsWith("point ")) {
        continue;
      }
      Point point = Point.parse(line);
      int bank = point.number >> 16;
      int index = point.number & 0xffff;
      if (bank < 0 || bank >= BANKS) {
        throw new BadTape("there is no room for point " + point.number);
      }
      if (index >= grown[bank].length) {
        grown[bank] = Arrays.copyOf(grown[bank],
            Math.min(Limits.POINTS, Math.max(64, 2 * (index + 1))));
      }
      if (grown[bank][index] == null) {
        grown[bank][index] = point;
        added.add(point);
      }
    }
    banks = grown;
    return added;
  }

  private static void markEntryOnly(Point[][] banks, String line) throws BadTape {
    try {
      int number = Integer.parseInt(line.split(" ")[2]);
      Point[] bank = banks[number >> 16 & BANKS - 1];
      if ((number & 0xffff) < bank.length && bank[number & 0xffff] != null) {
        bank[number & 0xffff].entryOnly = true;
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new BadTape("\"" + line + "\" is no hook", e);
    }
  }
}
