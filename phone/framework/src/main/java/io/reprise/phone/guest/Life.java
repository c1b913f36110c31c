package io.reprise.phone.guest;

import io.reprise.phone.guest.activity.Home;
import io.reprise.phone.guest.activity.Others;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.app.AppBinder;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.feed.Feeds;
import io.reprise.phone.guest.packages.Describer;
import io.reprise.phone.guest.service.SystemServices;
import io.reprise.phone.guest.shadow.PackageManagerShadow;
import io.reprise.phone.guest.input.Inputs;
import io.reprise.phone.guest.system.SettingsTable;
import io.reprise.phone.guest.view.Names;
import io.reprise.phone.guest.window.Device;
import io.reprise.phone.guest.window.Windows;
import io.reprise.phone.host.FrameFile;
import io.reprise.phone.host.Refusal;
import io.reprise.phone.time.PhoneTime;
import io.reprise.phone.time.Vsync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.robolectric.nativeruntime.DefaultNativeRuntimeLoader;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowView;
import reprise.Phone.PhoneProfile;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneReply.Started;
import reprise.Phone.PhoneRequest.Attach;
import reprise.Phone.PhoneRequest.Boot;
import reprise.Phone.PhoneRequest.Start;

/** The life of the process: boot, attach, attach again (reset), end. On the thread of requests. */
final class Life {
  /** Resets after which garbage is collected: the JVM does not see the native memory that it holds. */
  private static final int RESETS_TO_COLLECT = 20;
  /** Activities that may be started while an app waits for its debugger. */
  private static final int MOST_STARTS = 100;

  private final Environment environment;
  private final Path folder;
  private boolean booted;
  private boolean attached;
  private int resets;
  /** What the app begins with when its debugger has come; null = it has begun. */
  private Attach waiting;
  private final List<Start> starts = new ArrayList<>();

  Life(Environment environment) {
    this.environment = environment;
    try {
      folder = Files.createTempDirectory("reprise-phone");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> empty(folder), "phone-end"));
  }

  /** Loads and trains all that needs no app. */
  void boot(Boot boot) throws Exception {
    if (booted) throw new Refusal("Boot was asked for twice; use Attach to begin anew");
    // As Android's runtime names itself: libraries ask.
    System.setProperty("java.vm.name", "Dalvik");
    System.setProperty("java.vm.version", "2.1.0");
    System.setProperty("java.vm.vendor", "The Android Project");
    System.setProperty("java.vendor", "The Android Project");
    // Whatever the phone's clock is: a rehearsal takes no time on the virtual one.
    Clock.begin(boot.getClock().toBuilder().setIsVirtual(true).build());
    MainThread.start();
    booted = true;
    rehearse(boot.getProfile());
    // An app of our own stands in for the one to come.
    Clock.begin(boot.getClock());
    begin(Attach.newBuilder().setProfile(boot.getProfile()).setClock(boot.getClock()).build());
  }

  /** Nothing is told of it. */
  private void rehearse(PhoneProfile profile) throws Exception {
    News.mute(true);
    begin(Attach.newBuilder().setProfile(profile).build());
    try {
      Rehearsal.play();
    } catch (RuntimeException e) {
      // A process that is not warm is better than none.
      e.printStackTrace();
    }
    end();
    LogLines.flush();
    News.mute(false);
  }

  void needApp() {
    if (!attached) throw new Refusal("no app yet; send Attach first");
    if (Death.dead()) throw new Refusal("the app died: " + Death.sentence() + "; send Attach first");
  }

  PhoneReply.Attached.Builder attach(Attach attach) throws Exception {
    if (!booted) throw new Refusal("not booted yet; send Boot first");
    Profiles.check(attach.getProfile());
    long begin = System.nanoTime();
    List<String> left;
    // Nothing that the old one says now is the new one's: on a phone it is dead.
    News.mute(true);
    try {
      left = end();
      LogLines.flush();
    } finally {
      News.mute(false);
    }
    if (attach.getClearData()) {
      empty(Path.of(attach.getDataPath()));
      empty(Path.of(attach.getStoragePath()));
    }
    Clock.begin(attach.getClock());
    PhoneTime.setFolders(attach.getDataPath(), attach.getStoragePath(), folder.toString());
    PhoneTime.setNetwork(attach.getOffline(), attach.getNetDelayNs(), attach.getNetLoss());
    Updates.reversed(attach.getReversed());
    begin(attach);
    attached = true;
    if (attach.getPackageName().isEmpty()) MainThread.run(Home::show);
    PhoneReply.Attached.Builder attached = PhoneReply.Attached.newBuilder().addAllLeftThreads(left);
    if (!attach.getPackageName().isEmpty()) attached.setManifest(Describer.of(App.current().parsed()));
    return attached.setTookNs(System.nanoTime() - begin);
  }

  /** True if the app has not begun, as it waits for its debugger. */
  boolean waits() {
    return waiting != null;
  }

  /** Starts an activity when the app begins. */
  Started.Builder later(Start start) {
    if (starts.size() >= MOST_STARTS) throw new Refusal("the app waits for its debugger; attach one first");
    starts.add(start);
    return Started.newBuilder().setComponent(start.getIntent().getComponent())
        .setTimedOut(start.getWaitNs() > 0);
  }

  /** The debugger has come. */
  void go() {
    if (waiting == null) return;
    Attach attach = waiting;
    waiting = null;
    run(App.current(), attach);
    for (Start start : starts) Starts.start(start.toBuilder().setWaitNs(0).build());
    starts.clear();
  }

  /**
   * Throws the app away, as a phone that kills its process: no callback of it runs and what it has
   * yet to write stays unwritten. Its files may be those of the next run by now.
   */
  private List<String> end() {
    waiting = null;
    starts.clear();
    if (Death.dead()) Death.end();
    List<String> left = Leftovers.end();
    environment.resetState();
    Tasks.get().reset();
    AppBinder.reset();
    SystemServices.reset();
    Others.reset();
    PackageManagerShadow.forget();
    Windows.get().reset();
    Inputs.get().reset();
    Names.reset();
    App.drop();
    if (++resets % RESETS_TO_COLLECT == 0) System.gc();
    return left;
  }

  private void begin(Attach attach) throws Exception {
    Death.begin();
    Unsupported.begin();
    FrameFile.get().open(attach.getScreenPath());
    LogLines.begin(attach.getPid());
    empty(folder);
    // What the bars leave to apps depends on them.
    SettingsTable.begin(attach.getSettingsList());
    environment.begin(attach.getProfile(), folder, new AppInstrumentation());
    DefaultNativeRuntimeLoader.injectAndLoad();
    ShadowChoreographer.setFrameDelay(Duration.ofNanos(Vsync.PERIOD_NS));
    ShadowView.setUseRealViewAnimations(true);
    BinderThread.begin();
    Feeds.begin(attach.getFeeds());
    Inspection.begin(attach.getMethods());
    App app = App.load(attach);
    MainThread.call(() -> {
      Device.get().begin(attach.getProfile());
      Windows.get().install(Tasks.get()::indexOf);
      Tasks.get().install();
      app.install();
      Grants.begin(app);
      SystemServices.begin(attach);
      if (attach.hasClipboard()) Updates.clipboard(attach.getClipboard());
      return null;
    });
    if (attach.getWaitForDebugger()) waiting = attach;
    else run(app, attach);
  }

  /** The app's own code from here on. */
  private static void run(App app, Attach attach) {
    Unsupported.processes(app.parsed());
    MainThread.run(app::bind);
    if (!attach.getTasks().isEmpty()) MainThread.run(() -> Tasks.get().restore(attach.getTasks().toByteArray()));
  }

  void exit() {
    empty(folder);
  }

  /** Deletes what is in a folder, not what links in it point to. */
  private static void empty(Path folder) {
    if (folder.toString().isEmpty() || !Files.isDirectory(folder)) return;
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).filter(p -> !p.equals(folder)).forEach(p -> p.toFile().delete());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
