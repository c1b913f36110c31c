package io.reprise.phone.guest.service;

import android.content.Context;
import android.os.IBinder;
import android.os.IInterface;
import io.reprise.phone.guest.activity.Recents;
import io.reprise.phone.guest.app.Broadcasts;
import io.reprise.phone.guest.app.UriGrants;
import io.reprise.phone.guest.shadow.AbsentServices;
import io.reprise.phone.guest.window.Shade;
import io.reprise.phone.host.Refusal;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import reprise.Phone.PhoneRequest.Attach;

/**
 * The services that ServiceManager finds in this process: what Android's own
 * managers (AlarmManager and others) talk to. Each answers for this package;
 * what outlives the process it tells the supervisor. Any thread.
 */
public final class SystemServices {
  private static final Map<String, Supplier<IInterface>> ALL = Map.of(
      Context.ALARM_SERVICE, Alarms::binder,
      Context.CONNECTIVITY_SERVICE, Connectivity::binder,
      Context.JOB_SCHEDULER_SERVICE, Jobs::binder,
      Context.NOTIFICATION_SERVICE, Notices::binder,
      "batteryproperties", Battery::properties,
      "batterystats", Battery::stats,
      Context.URI_GRANTS_SERVICE, UriGrants::binder);

  private SystemServices() {}

  /** The service of that name; null = it is none of ours. */
  public static IBinder find(String name) {
    Supplier<IInterface> service = ALL.get(name);
    return service == null ? null : service.get().asBinder();
  }

  /** A new app: nothing of the last one is left. */
  public static void reset() {
    Alarms.get().reset();
    Connectivity.get().reset();
    Jobs.get().reset();
    Notices.get().reset();
  }

  /** On main, before anything of the app runs: what was kept for it. */
  public static void begin(Attach attach) {
    AbsentServices.begin();
    KeyVault.install();
    Recents.behind(attach.getBehindList());
    Broadcasts.get().begin(attach.getStickyList());
    Battery.begin(attach.getBattery());
    Connectivity.get().begin(attach.getOffline());
    Alarms.get().begin(attach.getKept().getAlarms());
    Jobs.get().begin(attach.getKept().getJobs());
    Notices.get().begin(attach.getKept().getNotices());
    UriGrants.begin(attach.getKept().getUris());
    Shade.get().others(attach.getShown());
  }

  /** What somebody does with a service from outside; what it prints. On main. */
  public static String command(String service, List<String> words) {
    return switch (service) {
      case "jobscheduler" -> Jobs.get().command(words);
      case "notification" -> Notices.get().command(words);
      case "statusbar" -> Shade.get().command(words);
      default -> throw new Refusal("this phone has no service " + service + " that takes commands");
    };
  }
}
