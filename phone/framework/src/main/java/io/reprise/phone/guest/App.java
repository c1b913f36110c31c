package io.reprise.phone.guest;

import android.app.ActivityThread;
import android.app.Application;
import android.app.IApplicationThread;
import android.app.LoadedApk;
import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageParser;
import android.content.pm.ProviderInfo;
import android.os.Message;
import android.os.MessageQueue;
import android.os.RemoteException;
import io.reprise.phone.guest.app.TargetedChanges;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.system.SystemProviders;
import io.reprise.phone.host.AppLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.Bootstrap;
import org.robolectric.shadows.ShadowActivityThread;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import reprise.Phone.PhonePackage;
import reprise.Phone.PhoneRequest.Attach;

/**
 * The app of this process: its package, its loader, its Application. Made by
 * Attach, as ActivityThread.handleBindApplication makes it.
 */
public final class App {
  private static volatile App current;

  private final Attach attach;
  private final PhonePackage installed;
  private final PackageParser.Package parsed;
  private final ClassLoader loader;
  private final ApplicationInfo info;

  private App(Attach attach, PhonePackage installed, PackageParser.Package parsed, ClassLoader loader) {
    this.attach = attach;
    this.installed = installed;
    this.parsed = parsed;
    this.loader = loader;
    this.info = parsed.applicationInfo;
  }

  /** The one there is; null in a spare. */
  public static App current() {
    return current;
  }

  /** Package of the app; the phone's own in a spare. */
  public static String name() {
    App app = current;
    return app == null ? Packages.OURS : app.info.packageName;
  }

  public static int pid() {
    App app = current;
    return app == null || app.attach.getPid() == 0 ? (int) ProcessHandle.current().pid() : app.attach.getPid();
  }

  /** What its manifest says, as Android's parser reads it. */
  public PackageParser.Package parsed() {
    return parsed;
  }

  /** The loader of its classes. */
  public ClassLoader loader() {
    return loader;
  }

  public ApplicationInfo info() {
    return info;
  }

  public PhonePackage installed() {
    return installed;
  }

  /** What it was attached with. */
  public Attach attach() {
    return attach;
  }

  public static ActivityThread thread() {
    return (ActivityThread) RuntimeEnvironment.getActivityThread();
  }

  /** True for a thread that an app before this one has left. */
  public static boolean stale(Thread t) {
    if (!(t.getContextClassLoader() instanceof AppLoader l)) return false;
    App app = current;
    return app == null || app.loader != l;
  }

  /** Woven into MessageQueue.enqueueMessage: what is left of an app before ends here. */
  public static void onEnqueue(MessageQueue queue, Message message, long when) {
    Thread t = Thread.currentThread();
    if (t != MainThread.thread() && stale(t)) throw new Death.Exited();
  }

  /** A call of the system to the app's process. */
  public interface Telling {
    void to(IApplicationThread thread) throws RemoteException;
  }

  /** Makes one; the framework turns it into a message to main. */
  public static void tell(Telling what) {
    try {
      what.to(thread().getApplicationThread());
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads and loads; nothing of the app runs yet. */
  static App load(Attach attach) throws IOException {
    PhonePackage installed = null;
    for (PhonePackage p : attach.getPackagesList()) {
      if (p.getManifest().getPackageName().equals(attach.getPackageName())) installed = p;
    }
    ClassLoader framework = App.class.getClassLoader();
    if (attach.getPackageName().isEmpty()) {
      return current = new App(attach, PhonePackage.getDefaultInstance(), Packages.ours(), framework);
    }
    if (installed == null) {
      throw new io.reprise.phone.host.Refusal("the package '" + attach.getPackageName()
          + "' is not among the " + attach.getPackagesCount() + " that Attach names; name one of them");
    }
    PackageParser.Package parsed = Packages.parse(Path.of(installed.getApkPath()));
    ApplicationInfo info = parsed.applicationInfo;
    info.uid = installed.getUid() == 0 ? 10001 : installed.getUid();
    info.sourceDir = info.publicSourceDir = installed.getApkPath();
    info.dataDir = info.credentialProtectedDataDir = attach.getDataPath();
    info.deviceProtectedDataDir = attach.getDataPath() + "/user_de";
    info.nativeLibraryDir = attach.getDataPath() + "/lib";
    if (info.processName == null) info.processName = info.packageName;
    // One that names no version is for the first; Robolectric would make it one for the newest.
    if (info.targetSdkVersion == 0) info.targetSdkVersion = 1;
    for (String folder : new String[] {attach.getDataPath(), attach.getStoragePath(), info.deviceProtectedDataDir}) {
      Files.createDirectories(Path.of(folder));
    }
    return current = new App(attach, installed, parsed,
        new AppLoader(framework, installed.getClassesPath(), installed.getApkPath()));
  }

  /** Throws the app away. */
  static void drop() {
    App app = current;
    current = null;
    ReflectionHelpers.<java.util.Map<?, ?>>getStaticField(LoadedApk.class, "sApplications").clear();
    if (app != null && app.loader instanceof AppLoader l) {
      try {
        l.close();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  /** On main: the system's side of it, before anything of the app runs. */
  void install() {
    ActivityThread thread = thread();
    ShadowActivityThread.setApplicationInfo(info);
    ShadowActivityThread shadow = org.robolectric.shadow.api.Shadow.extract(thread);
    shadow.setCompatConfiguration(Bootstrap.getConfiguration());
    Bootstrap.setUpDisplay();
    Profiles.applyToDisplay(attach.getProfile());
    thread.applyConfigurationToResources(Bootstrap.getConfiguration());

    Object bind;
    try {
      bind = ReflectionHelpers.callConstructor(Class.forName("android.app.ActivityThread$AppBindData"));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
    ReflectionHelpers.setField(bind, "processName", info.processName);
    ReflectionHelpers.setField(bind, "appInfo", info);
    ReflectionHelpers.setField(thread, "mBoundApplication", bind);
    LoadedApk apk = thread.getPackageInfo(info, null, Context.CONTEXT_INCLUDE_CODE);
    ReflectionHelpers.setField(bind, "info", apk);
    android.app.AppCompatCallbacks.install(TargetedChanges.disabled(info.targetSdkVersion));
    Packages.install(RuntimeEnvironment.systemContext, this);
    Thread.currentThread().setContextClassLoader(loader);
  }

  /** On main: the app's side of it; what it throws kills it. */
  void bind() {
    ActivityThread thread = thread();
    LoadedApk apk = ReflectionHelpers.getField(ReflectionHelpers.getField(thread, "mBoundApplication"), "info");
    Application application = apk.makeApplicationInner(false, null);
    ReflectionHelpers.setField(thread, "mInitialApplication", application);
    install(application, SystemProviders.infos(info));
    List<ProviderInfo> providers = new ArrayList<>();
    for (PackageParser.Provider p : parsed.providers) {
      p.info.applicationInfo = info;
      if (p.info.enabled && p.info.authority != null) providers.add(p.info);
    }
    providers.sort((a, b) -> Integer.compare(b.initOrder, a.initOrder));
    install(application, providers);
    thread.getInstrumentation().callApplicationOnCreate(application);
  }

  private static void install(Application application, List<ProviderInfo> providers) {
    ReflectionHelpers.callInstanceMethod(thread(), "installContentProviders",
        ClassParameter.from(Context.class, application), ClassParameter.from(List.class, providers));
  }
}
