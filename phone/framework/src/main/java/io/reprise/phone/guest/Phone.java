package io.reprise.phone.guest;

import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.app.Broadcasts;
import io.reprise.phone.guest.app.Services;
import io.reprise.phone.guest.input.Inputs;
import io.reprise.phone.guest.packages.Describer;
import io.reprise.phone.guest.view.Trees;
import io.reprise.phone.guest.window.Device;
import io.reprise.phone.guest.window.Screen;
import io.reprise.phone.host.Guest;
import io.reprise.phone.time.PhoneTime;
import java.util.function.Consumer;
import org.robolectric.internal.TestEnvironment;
import org.robolectric.pluginapi.config.ConfigurationStrategy;
import reprise.Phone.PhoneInput;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneRequest;
import reprise.Phone.PhoneState;
import reprise.PhoneAcross.PhoneOrder;

/** The phone inside the framework's loader: says who answers which request. */
public final class Phone implements Guest {
  private static final long QUIET_NS = 200_000_000;

  private final Life life;

  /** Called once, by the host, with an Environment. */
  public Phone(TestEnvironment environment, ConfigurationStrategy.Configuration settings,
      Consumer<PhoneReply.Builder> news) {
    News.to(news);
    Environment e = (Environment) environment;
    e.prepare(settings);
    life = new Life(e);
  }

  @Override
  public PhoneReply.Builder answer(PhoneRequest r) throws Exception {
    PhoneReply.Builder reply = reply(r);
    LogLines.flush();
    return reply;
  }

  private PhoneReply.Builder reply(PhoneRequest r) throws Exception {
    PhoneReply.Builder to = PhoneReply.newBuilder();
    switch (r.getRequestCase()) {
      case BOOT -> life.boot(r.getBoot());
      case DESCRIBE -> {
        return to.setDescribed(PhoneReply.Described.newBuilder()
            .setManifest(Describer.describe(r.getDescribe().getApkPath())));
      }
      case ATTACH -> {
        return to.setAttached(life.attach(r.getAttach()));
      }
      case EXIT -> life.exit();
      case DEBUG -> life.go();
      default -> {
        return running(r, to);
      }
    }
    return to.setDone(PhoneReply.Done.getDefaultInstance());
  }

  /** Requests that need an app. */
  private PhoneReply.Builder running(PhoneRequest r, PhoneReply.Builder to) throws Exception {
    life.needApp();
    switch (r.getRequestCase()) {
      case START -> {
        return to.setStarted(life.waits() ? life.later(r.getStart()) : Starts.start(r.getStart()));
      }
      case PLAY -> {
        return to.setPlayed(play(r.getPlay()));
      }
      case ADVANCE -> {
        boolean onlyIdle = r.getAdvance().getOnlyIdle();
        Clock.advanceUnlessWanted(onlyIdle ? Clock.uptimeNanos() : r.getAdvance().getToNs());
        return to.setNow(now().setQuiet(Clock.quiet(QUIET_NS)));
      }
      case SETTLE -> {
        long quiet = r.getSettle().getQuietNs();
        boolean settled = Clock.settle(r.getSettle().getLimitNs(), quiet == 0 ? QUIET_NS : quiet);
        return to.setNow(now().setQuiet(settled));
      }
      case SHOOT -> {
        Screen.awaitRead();
        Screen.awaitFrames();
        return to.setFrame(MainThread.call(() -> Screen.get().shoot()));
      }
      case LOOK -> {
        Screen.awaitFrames();
        return to.setTrees(MainThread.call(() -> Trees.look(r.getLook().getAll())));
      }
      case CONFIGURE -> {
        Profiles.check(r.getConfigure().getProfile());
        MainThread.run(() -> Device.get().configure(r.getConfigure().getProfile()));
        return to.setDone(PhoneReply.Done.getDefaultInstance());
      }
      case WATCH -> {
        Screen.get().watch(r.getWatch().getFrames(), r.getWatch().getIntervalNs());
        return to.setDone(PhoneReply.Done.getDefaultInstance());
      }
      case SEND -> {
        if (r.getSend().hasOrder() && r.getSend().getOrder().getTo().isEmpty()) {
          return to.setOrder(MainThread.call(() -> PhoneOrder.newBuilder()
              .addReceivers(Broadcasts.get().receivers(r.getSend()))));
        }
        Updates.send(r.getSend());
      }
      case ORDER -> MainThread.call(() -> {
        Broadcasts.get().answered(r.getOrder());
        return null;
      });
      case RESULT -> Updates.result(r.getResult());
      case UPDATE -> Updates.update(r.getUpdate());
      case CRASH -> Updates.crash(r.getCrash().getMessage());
      case FRONT -> Updates.front(r.getFront());
      case SYSTEM -> {
        String said = Inspection.command(r.getSystem());
        if (said == null) said = Updates.system(r.getSystem());
        return to.setText(PhoneReply.Text.newBuilder().setText(said));
      }
      case ASK_METHODS -> {
        return to.setMethodsRan(Inspection.methods(r.getAskMethods().getBegin()));
      }
      case DUMP -> {
        return to.setText(PhoneReply.Text.newBuilder().setText(Dumps.dump(r.getDump())));
      }
      case ASK_STATE -> {
        return to.setState(state());
      }
      default -> throw new io.reprise.phone.host.Refusal("this phone does not know the request " + r.getRequestCase());
    }
    return to.setDone(PhoneReply.Done.getDefaultInstance());
  }

  private static PhoneReply.Now.Builder now() {
    // When all is idle. What the app wants is due now.
    long due = Clock.nextDue();
    long now = Clock.uptimeNanos();
    if (PhoneTime.takeWants()) due = now;
    return PhoneReply.Now.newBuilder().setUptimeNs(now).setNextDueNs(Death.dead() ? 0 : due);
  }

  private static PhoneReply.Played.Builder play(PhoneRequest.Play play) {
    PhoneReply.Played.Builder played = PhoneReply.Played.newBuilder();
    int taken = 0;
    for (PhoneInput input : play.getInputsList()) {
      if (Death.dead()) break;
      if (input.getAtNs() > 0 && !Clock.advanceUnlessWanted(input.getAtNs())) break;
      if (Death.dead()) break;
      Inputs.take(input);
      taken++;
      if (play.getStates()) played.addStates(state());
    }
    if (play.getThenNs() > 0 && taken == play.getInputsCount()) Clock.advanceTo(Clock.uptimeNanos() + play.getThenNs());
    return played.setTaken(taken).setNow(now());
  }

  private static PhoneState.Builder state() {
    PhoneState.Builder s = PhoneState.newBuilder().setUptimeNs(Clock.uptimeNanos())
        .setRealtimeNs(Clock.realtimeNanos()).setNextDueNs(Clock.nextDue());
    if (Death.dead()) return s;
    return MainThread.call(() -> {
      Tasks.get().describe(s);
      s.addAllServices(Services.get().names());
      Trees.describe(s);
      return s;
    });
  }
}
