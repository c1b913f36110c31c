package org.robolectric.res.android;

import java.nio.ByteBuffer;
import org.robolectric.res.android.ResourceTypes.ResTable_type;
import org.robolectric.res.android.ResourceTypes.ResTable_typeSpec;

/**
 * Two look-ups in resource tables that Robolectric makes by reading a whole table:
 * for a style a thousand times, a third of what starting an activity took. What
 * calls them is woven by io.reprise.phone.weave.WeaveResources; they are in this
 * package because the tables' fields are. Any thread.
 */
final class QuickTables {
  private static final int SPARSE_SIZE = 4;

  private QuickTables() {}

  /** Where a type's entry begins, from the begin of its entries; NO_ENTRY if it has none. */
  static int entryOffset(ResTable_type type, int index) {
    if ((type.flags & ResTable_type.FLAG_SPARSE) == 0) {
      return index < type.entryCount ? type.entryOffset(index) : ResTable_type.NO_ENTRY;
    }
    // Pairs of an index and a fourth of an offset, ordered by the index.
    ByteBuffer table = type.myBuf();
    int begin = type.myOffset() + type.header.headerSize;
    int low = 0;
    int high = type.entryCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int at = begin + middle * SPARSE_SIZE;
      int found = Short.toUnsignedInt(table.getShort(at));
      if (found == index) return Short.toUnsignedInt(table.getShort(at + 2)) * 4;
      if (found < index) low = middle + 1;
      else high = middle;
    }
    return ResTable_type.NO_ENTRY;
  }

  /** By which properties of a configuration the entry differs. */
  static int flags(LoadedArsc.TypeSpec type, int index) {
    ResTable_typeSpec spec = type.type_spec;
    if (index >= spec.entryCount) return 0;
    return spec.myBuf().getInt(spec.myOffset() + spec.header.headerSize + index * 4);
  }
}
