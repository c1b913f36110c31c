package io.reprise.phone.guest.view;

import android.view.View;
import android.view.ViewGroup;
import android.widget.AdapterView;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.WeakHashMap;

/** Which row of a list's data a child shows. RecyclerView is the app's class: it is found by name. */
final class Rows {
  private static final String RECYCLER = "androidx.recyclerview.widget.RecyclerView";
  private static final Map<Class<?>, Method> METHODS = new WeakHashMap<>();
  private static final Method NONE = none();

  private Rows() {}

  /** The row of the child at an index of a list; below 0 = it is none. */
  static int of(ViewGroup parent, View child, int index) {
    if (parent instanceof AdapterView<?> a) return a.getFirstVisiblePosition() + index;
    Method m = METHODS.computeIfAbsent(parent.getClass(), Rows::find);
    if (m == NONE) return -1;
    try {
      return (int) m.invoke(parent, child);
    } catch (ReflectiveOperationException e) {
      return -1;
    }
  }

  private static Method find(Class<?> type) {
    for (Class<?> c = type; c != null && c != ViewGroup.class; c = c.getSuperclass()) {
      if (!c.getName().equals(RECYCLER)) continue;
      try {
        return c.getMethod("getChildAdapterPosition", View.class);
      } catch (NoSuchMethodException e) {
        return NONE;
      }
    }
    return NONE;
  }

  private static Method none() {
    try {
      return Object.class.getMethod("hashCode");
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }
}
