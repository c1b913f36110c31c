package io.reprise.phone.guest.view;

import android.content.res.Resources;
import android.util.SparseArray;
import android.view.View;

/** Names of resources, looked up once for each id. Main thread only. */
public final class Names {
  private static final SparseArray<String> KNOWN = new SparseArray<>();

  private Names() {}

  /** A new app begins: its ids mean other things. */
  public static void reset() {
    KNOWN.clear();
  }

  /** The name of a view's id ("com.a:id/ok"); empty = it has none. */
  static String of(View v) {
    int id = v.getId();
    // Ids made by View.generateViewId have no package and no name.
    if (id == View.NO_ID || (id & 0xff000000) == 0) return "";
    String name = KNOWN.get(id);
    if (name == null) {
      try {
        name = v.getResources().getResourceName(id);
      } catch (Resources.NotFoundException e) {
        name = "";
      }
      KNOWN.put(id, name);
    }
    return name;
  }
}
