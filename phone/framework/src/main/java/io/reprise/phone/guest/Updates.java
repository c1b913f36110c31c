package io.reprise.phone.guest;

import android.app.RemoteServiceException.CrashedByAdbException;
import android.content.ClipboardManager;
import android.content.Context;
import android.content.Intent;
import android.os.Handler;
import android.os.Message;
import com.android.internal.os.SomeArgs;
import io.reprise.phone.guest.activity.Home;
import io.reprise.phone.guest.activity.Others;
import io.reprise.phone.guest.activity.Recents;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.app.Broadcasts;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.app.Services;
import io.reprise.phone.guest.feed.Feeds;
import io.reprise.phone.guest.feed.person.Fingers;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.service.Battery;
import io.reprise.phone.guest.service.Connectivity;
import io.reprise.phone.guest.service.SystemServices;
import io.reprise.phone.guest.shadow.ClipboardManagerShadow;
import io.reprise.phone.guest.system.SettingsTable;
import io.reprise.phone.guest.window.Shade;
import io.reprise.phone.host.Refusal;
import io.reprise.phone.time.PhoneTime;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;
import reprise.Phone.PhonePackage;
import reprise.Phone.PhonePorts;
import reprise.Phone.PhoneRequest;
import reprise.Phone.PhoneSetting;

/** What comes from outside the app beside input: intents, results, changes of the phone. */
final class Updates {
  /** ActivityThread.H */
  private static final int SCHEDULE_CRASH = 134;

  private Updates() {}

  static void send(PhoneRequest.Send send) {
    Intent intent = Intents.of(send.getIntent());
    boolean found = MainThread.call(() -> switch (send.getKind()) {
      case KIND_BROADCAST -> {
        if (send.hasFrom()) {
          Broadcasts.get().sent(send);
        } else {
          Broadcasts.get().send(intent, null, null, 0, null, null, false, false, false);
        }
        yield true;
      }
      case KIND_START_SERVICE -> Services.get().start(intent, false) != null;
      case KIND_START_FOREGROUND_SERVICE -> Services.get().start(intent, true) != null;
      case KIND_STOP_SERVICE -> Services.get().stop(intent) != 0;
      default -> throw new Refusal("Send does not say what to do with the intent");
    });
    if (!found) throw new Refusal("no service of " + App.name() + " answers " + intent);
  }

  static String system(PhoneRequest.System s) {
    return MainThread.call(() -> SystemServices.command(s.getService(), s.getWordsList()));
  }

  static void result(PhoneRequest.Result r) {
    Others.came(r.getResultToken(), r.getCode(), r.hasData() ? Intents.of(r.getData()) : null);
  }

  static void update(PhoneRequest.Update u) {
    PhoneTime.changeNetwork(null, u.hasNetDelayNs() ? u.getNetDelayNs() : null,
        u.hasNetLoss() ? (double) u.getNetLoss() : null);
    if (u.hasReversed()) reversed(u.getReversed());
    if (u.hasFeeds()) {
      Clock.idle();
      Feeds.update(u.getFeeds());
    }
    if (u.hasFinger()) {
      Clock.idle();
      Fingers.touch(u.getFinger());
    }
    MainThread.call(() -> {
      u.getGrantList().forEach(Grants::grant);
      u.getRevokeList().forEach(Grants::revoke);
      for (PhonePackage p : u.getPackagesList()) Packages.update(p, null);
      for (String name : u.getRemovedList()) Packages.update(null, name);
      for (PhoneSetting s : u.getSettingsList()) SettingsTable.update(s);
      if (u.hasClipboard()) clipboard(u.getClipboard());
      if (u.hasShown()) Shade.get().others(u.getShown());
      if (u.hasBattery()) Battery.update(u.getBattery());
      if (u.hasOffline()) Connectivity.get().offline(u.getOffline());
      else if (u.getSettingsCount() > 0) Connectivity.get().refresh();
      return null;
    });
  }

  static void reversed(PhonePorts p) {
    Map<Integer, Integer> ports = new HashMap<>();
    for (PhonePorts.Port port : p.getPortsList()) ports.put(port.getPort(), port.getHostPort());
    PhoneTime.setReversed(ports);
  }

  /** Throws on main, by the way that Android takes: ApplicationThread.scheduleCrash. */
  static void crash(String message) {
    SomeArgs args = SomeArgs.obtain();
    args.arg1 = message;
    Handler h = ReflectionHelpers.getField(App.thread(), "mH");
    // Before whatever waits for a frame.
    Message m = h.obtainMessage(SCHEDULE_CRASH, CrashedByAdbException.TYPE_ID, 0, args);
    m.setAsynchronous(true);
    Clock.idle();
    h.sendMessage(m);
    try {
      MainThread.call(() -> null);
    } catch (Refusal dead) {
      // As it was asked to.
    }
  }

  static void clipboard(String text) {
    Context app = RuntimeEnvironment.getApplication();
    ClipboardManagerShadow clip = Shadow.extract(app.getSystemService(ClipboardManager.class));
    clip.set(text);
  }

  static void front(PhoneRequest.Front f) {
    if (f.getFront()) Recents.behind(f.getBehindList());
    MainThread.call(() -> {
      if (f.getHome()) Home.show();
      else Tasks.get().front(f.getFront());
      return null;
    });
  }
}
