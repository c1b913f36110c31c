package io.reprise.phone.guest.window;

import android.app.ActivityThread;
import android.content.Context;
import android.graphics.PixelFormat;
import android.view.ContextThemeWrapper;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.service.Notices;
import io.reprise.phone.host.Refusal;
import java.util.ArrayList;
import java.util.List;
import reprise.Phone.PhoneReply;
import reprise.PhoneSystem.PhoneAllShown;
import reprise.PhoneSystem.PhoneNotice;
import reprise.PhoneSystem.PhoneShown;

/**
 * The notifications that come down from the status bar: a window of the process
 * in front, with those of its own app and, as the supervisor tells them, of all
 * others. Main thread, but for {@link #changed}.
 */
public final class Shade {
  private static final Shade INSTANCE = new Shade();
  /** WindowManager.LayoutParams.TYPE_NOTIFICATION_SHADE. */
  private static final int TYPE = 2040;

  private final Runnable refresh = this::refresh;
  private PhoneAllShown others = PhoneAllShown.getDefaultInstance();
  private ShadeView view;

  private Shade() {}

  public static Shade get() {
    return INSTANCE;
  }

  void reset() {
    if (MainThread.handler() != null) MainThread.handler().removeCallbacks(refresh);
    others = PhoneAllShown.getDefaultInstance();
    view = null;
  }

  /** The notifications of the phone, as the supervisor knows them. */
  public void others(PhoneAllShown shown) {
    others = shown;
    refresh();
  }

  /** Those of the app have changed. Any thread. */
  public void changed() {
    MainThread.handler().removeCallbacks(refresh);
    MainThread.handler().post(refresh);
  }

  /** `cmd statusbar WORDS`. */
  public String command(List<String> words) {
    String verb = words.isEmpty() ? "" : words.get(0);
    switch (verb) {
      case "expand-notifications", "expand-settings" -> open();
      case "collapse" -> close();
      default -> throw new Refusal("statusbar: unknown command '" + verb
          + "'; it is expand-notifications, expand-settings or collapse");
    }
    return "";
  }

  public void open() {
    if (view != null) return;
    Context context = new ContextThemeWrapper(ActivityThread.currentApplication(),
        android.R.style.Theme_DeviceDefault_Light_NoActionBar);
    view = new ShadeView(context, this);
    LayoutParams p = new LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.MATCH_PARENT, TYPE,
        LayoutParams.FLAG_LAYOUT_IN_SCREEN | LayoutParams.FLAG_DRAWS_SYSTEM_BAR_BACKGROUNDS,
        PixelFormat.TRANSLUCENT);
    p.setTitle("NotificationShade");
    p.setFitInsetsTypes(0);
    refresh();
    context.getSystemService(WindowManager.class).addView(view, p);
  }

  public void close() {
    if (view == null) return;
    ShadeView old = view;
    view = null;
    old.getContext().getSystemService(WindowManager.class).removeViewImmediate(old);
  }

  private void refresh() {
    if (view != null) view.show(all());
  }

  /** How many apps have notifications. */
  int apps() {
    if (App.current() == null || ActivityThread.currentApplication() == null) return 0;
    return (int) all().stream().filter(s -> s.getNoticesCount() > 0).count();
  }

  /** All that are posted on the phone. */
  private List<PhoneShown> all() {
    List<PhoneShown> all = new ArrayList<>();
    CharSequence label = App.current().info().loadLabel(ActivityThread.currentApplication().getPackageManager());
    all.add(PhoneShown.newBuilder().setPackageName(App.name()).setLabel(String.valueOf(label))
        .addAllNotices(Notices.get().shown()).build());
    for (PhoneShown s : others.getPackagesList()) if (!s.getPackageName().equals(App.name())) all.add(s);
    return all;
  }

  /** The user does something with one of them; "tap" closes the shade. */
  void act(String packageName, PhoneNotice notice, List<String> words) {
    boolean tapped = words.get(0).equals("tap") && notice.hasContent();
    if (tapped) close();
    if (packageName.equals(App.name())) {
      Notices.get().command(words);
      return;
    }
    News.send(PhoneReply.newBuilder().setOtherNotice(
        PhoneReply.OtherNotice.newBuilder().setPackageName(packageName).addAllWords(words)));
  }

  /** All that the user may take away go. */
  void clearAll() {
    for (PhoneShown s : all()) {
      if (s.getNoticesCount() > 0) act(s.getPackageName(), PhoneNotice.getDefaultInstance(), List.of("clear-all"));
    }
    close();
  }
}
