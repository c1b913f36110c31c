package io.reprise.phone.guest.app;

import android.app.IUriGrantsManager;
import android.content.ClipData;
import android.content.Intent;
import android.content.UriPermission;
import android.content.pm.ParceledListSlice;
import android.net.Uri;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.News;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import reprise.Phone.PhoneReply;
import reprise.PhoneSystem.PhoneKept;
import reprise.PhoneSystem.PhoneUriGrant;
import reprise.PhoneSystem.PhoneUriGrants;

/**
 * The addresses of content that the app was let read or write, as Android's
 * uri grants: given with the result of a picker, kept if the app takes them.
 * Any thread.
 */
public final class UriGrants {
  private static final int MODES =
      Intent.FLAG_GRANT_READ_URI_PERMISSION | Intent.FLAG_GRANT_WRITE_URI_PERMISSION;
  /** As many as Android keeps for a package; the oldest goes. */
  private static final int MAX_KEPT = 512;
  private static final int MAX_GIVEN = 10_000;

  private static final class Grant {
    final Uri uri;
    final boolean prefix;
    int given;
    int persistable;
    int kept;
    long sinceMs;

    Grant(Uri uri, boolean prefix) {
      this.uri = uri;
      this.prefix = prefix;
    }

    boolean covers(Uri other, int mode) {
      if (((given | kept) & mode) != mode) return false;
      return prefix ? other.isPathPrefixMatch(uri) : other.equals(uri);
    }
  }

  private static final List<Grant> GRANTS = new ArrayList<>();
  private static final IUriGrantsManager BINDER =
      Binders.make(IUriGrantsManager.class, UriGrants::call);

  private UriGrants() {}

  public static IUriGrantsManager binder() {
    return BINDER;
  }

  /** A new app: what it took in an earlier process. */
  public static synchronized void begin(PhoneUriGrants taken) {
    GRANTS.clear();
    for (PhoneUriGrant g : taken.getGrantsList()) {
      Grant grant = new Grant(Uri.parse(g.getUri()), g.getPrefix());
      grant.kept = grant.persistable = g.getModes() & MODES;
      grant.sinceMs = g.getSinceMs();
      GRANTS.add(grant);
    }
  }

  /** The app gets an intent: what its flags let it do with its addresses. */
  public static void give(Intent intent) {
    if (intent == null || (intent.getFlags() & MODES) == 0) return;
    if (intent.getData() != null) give(intent.getData(), intent.getFlags());
    ClipData clip = intent.getClipData();
    for (int i = 0; clip != null && i < clip.getItemCount(); i++) {
      Uri uri = clip.getItemAt(i).getUri();
      if (uri != null) give(uri, intent.getFlags());
    }
  }

  public static synchronized void give(Uri uri, int flags) {
    if (!"content".equals(uri.getScheme()) || GRANTS.size() >= MAX_GIVEN) return;
    boolean prefix = (flags & Intent.FLAG_GRANT_PREFIX_URI_PERMISSION) != 0;
    Grant grant = find(uri, prefix);
    if (grant == null) GRANTS.add(grant = new Grant(uri, prefix));
    grant.given |= flags & MODES;
    if ((flags & Intent.FLAG_GRANT_PERSISTABLE_URI_PERMISSION) != 0) {
      grant.persistable |= flags & MODES;
    }
  }

  /** Nobody may any more. */
  public static synchronized void revoke(Uri uri, int modes) {
    for (Grant g : GRANTS) {
      if (!g.uri.equals(uri)) continue;
      g.given &= ~modes;
      g.persistable &= ~modes;
      g.kept &= ~modes;
    }
    GRANTS.removeIf(g -> (g.given | g.kept) == 0);
  }

  private static Grant find(Uri uri, boolean prefix) {
    for (Grant g : GRANTS) if (g.prefix == prefix && g.uri.equals(uri)) return g;
    return null;
  }

  /** True if the caller may; `mode` as Intent.FLAG_GRANT_*. */
  public static boolean has(Uri uri, int mode) {
    if (AsSystem.calls()) return true;
    synchronized (UriGrants.class) {
      for (Grant g : GRANTS) if (g.covers(uri, mode & MODES)) return true;
      return false;
    }
  }

  private static Object call(Object self, Method m, Object[] a) {
    return switch (m.getName()) {
      case "takePersistableUriPermission" -> take((Uri) a[0], (int) a[1]);
      case "releasePersistableUriPermission" -> release((Uri) a[0], (int) a[1]);
      case "getUriPermissions" -> new ParceledListSlice<>((boolean) a[1] ? kept() : new ArrayList<>());
      case "getGrantedUriPermissions" -> new ParceledListSlice<>(new ArrayList<>());
      default -> Binders.nothing(m.getReturnType());
    };
  }

  private static synchronized Object take(Uri uri, int modes) {
    boolean any = false;
    for (Grant g : GRANTS) {
      if (!g.uri.equals(uri) || (g.persistable & modes) != modes) continue;
      any = true;
      g.kept |= modes;
      g.sinceMs = System.currentTimeMillis();
    }
    if (!any) {
      throw new SecurityException("No persistable permission grants found for UID "
          + App.current().info().uid + " and Uri 0 @ " + uri);
    }
    long kept = GRANTS.stream().filter(g -> g.kept != 0).count();
    for (Grant g : GRANTS) if (kept > MAX_KEPT && g.kept != 0 && !g.uri.equals(uri)) {
      g.kept = 0;
      kept--;
    }
    say();
    return null;
  }

  private static synchronized Object release(Uri uri, int modes) {
    boolean any = false;
    for (Grant g : GRANTS) {
      if (!g.uri.equals(uri) || (g.kept & modes) == 0) continue;
      any = true;
      g.kept &= ~modes;
      g.persistable &= ~modes;
    }
    if (!any) {
      throw new SecurityException("No permission grants found for UID "
          + App.current().info().uid + " and Uri 0 @ " + uri);
    }
    GRANTS.removeIf(g -> (g.given | g.kept) == 0);
    say();
    return null;
  }

  private static synchronized List<UriPermission> kept() {
    List<UriPermission> all = new ArrayList<>();
    for (Grant g : GRANTS) {
      if (g.kept != 0) all.add(new UriPermission(g.uri, g.kept, g.sinceMs));
    }
    return all;
  }

  private static void say() {
    PhoneUriGrants.Builder all = PhoneUriGrants.newBuilder();
    for (Grant g : GRANTS) {
      if (g.kept == 0) continue;
      all.addGrants(PhoneUriGrant.newBuilder().setUri(g.uri.toString()).setModes(g.kept)
          .setPrefix(g.prefix).setSinceMs(g.sinceMs));
    }
    News.send(PhoneReply.newBuilder().setKept(PhoneKept.newBuilder().setUris(all)));
  }
}
