package io.reprise.phone.guest.app;

import android.content.IContentService;
import android.database.IContentObserver;
import android.net.Uri;
import android.os.IBinder;
import io.reprise.phone.guest.Binders;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The content service: who observes which address, and tells them. Any thread. */
public final class Observers {
  private record Observer(Uri uri, boolean below, IContentObserver observer, IBinder binder) {
    /** As ContentService walks its tree: the address itself, what lies below it if wanted, what lies above. */
    boolean wants(Uri changed) {
      if (!String.valueOf(uri.getAuthority()).equals(String.valueOf(changed.getAuthority()))) return false;
      List<String> mine = uri.getPathSegments();
      List<String> its = changed.getPathSegments();
      int common = Math.min(mine.size(), its.size());
      if (!mine.subList(0, common).equals(its.subList(0, common))) return false;
      return its.size() <= mine.size() || below;
    }
  }

  private static final List<Observer> ALL = new CopyOnWriteArrayList<>();
  private static final IContentService BINDER = Binders.make(IContentService.class, Observers::call);

  private Observers() {}

  public static IContentService get() {
    return BINDER;
  }

  public static void reset() {
    ALL.clear();
  }

  private static Object call(Object self, Method m, Object[] a) throws Exception {
    switch (m.getName()) {
      case "registerContentObserver" -> {
        if (a[0] == null || a[2] == null) throw new IllegalArgumentException("You must pass a valid uri and observer");
        IContentObserver o = (IContentObserver) a[2];
        ALL.add(new Observer((Uri) a[0], (boolean) a[1], o, o.asBinder()));
      }
      case "unregisterContentObserver" -> {
        IBinder binder = ((IContentObserver) a[0]).asBinder();
        ALL.removeIf(o -> o.binder == binder);
      }
      case "notifyChange" -> notify((Uri[]) a[0], (IContentObserver) a[1], (boolean) a[2], (int) a[3], (int) a[4]);
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
    return null;
  }

  private static void notify(Uri[] uris, IContentObserver from, boolean self, int flags, int user) throws Exception {
    for (Observer o : ALL) {
      List<Uri> wanted = new ArrayList<>();
      for (Uri u : uris) if (o.wants(u)) wanted.add(u);
      if (wanted.isEmpty()) continue;
      boolean own = from != null && o.binder == from.asBinder();
      if (own && !self) continue;
      o.observer.onChangeEtc(own, wanted.toArray(new Uri[0]), flags, user);
    }
  }

  /** Something outside the app changed. */
  public static void changed(Uri uri) {
    try {
      notify(new Uri[] {uri}, null, false, 0, 0);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
