package io.reprise.phone.guest;

import android.app.ActivityThread;
import android.app.Application;
import android.app.Instrumentation;
import android.content.ComponentName;
import android.content.Context;
import android.content.res.Configuration;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.util.DisplayMetrics;
import androidx.test.platform.app.InstrumentationRegistry;
import io.reprise.phone.host.Folder;
import java.nio.file.Path;
import java.security.Security;
import java.util.Locale;
import java.util.TimeZone;
import javax.inject.Named;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.Bootstrap;
import org.robolectric.android.internal.AndroidTestEnvironment;
import org.robolectric.android.internal.LooperDelegatingScheduler;
import org.robolectric.config.ConfigurationRegistry;
import org.robolectric.internal.ShadowProvider;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.TestEnvironmentLifecyclePlugin;
import org.robolectric.pluginapi.config.ConfigurationStrategy;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import reprise.Phone.PhoneProfile;

/**
 * The framework without an app: made at boot and made anew at each Attach.
 * Robolectric's own would also create the Application, on a thread that is not
 * main; App does that here, as ActivityThread does.
 */
public final class Environment extends AndroidTestEnvironment {
  private final Path frameworkJar;
  private ConfigurationStrategy.Configuration settings;

  public Environment(@Named("runtimeSdk") Sdk runtimeSdk, @Named("compileSdk") Sdk compileSdk,
      ShadowProvider[] shadowProviders, TestEnvironmentLifecyclePlugin[] plugins) {
    super(runtimeSdk, compileSdk, shadowProviders, plugins);
    frameworkJar = runtimeSdk.getJarPath();
  }

  /** Called once, before the main thread is made. */
  void prepare(ConfigurationStrategy.Configuration settings) {
    this.settings = settings;
    ConfigurationRegistry.instance = new ConfigurationRegistry(settings.map());
  }

  /** Makes the framework's state as new; `folder` is for what an app never sees. */
  void begin(PhoneProfile profile, Path folder, Instrumentation instrumentation) {
    ConfigurationRegistry.instance = new ConfigurationRegistry(settings.map());
    RuntimeEnvironment.setApplicationSupplier(null);
    InstrumentationRegistry.registerInstance(null, new Bundle());
    RuntimeEnvironment.setActivityThread(null);
    RuntimeEnvironment.application = null;
    RuntimeEnvironment.systemContext = null;
    Bootstrap.resetDisplayConfiguration();
    Identity.set();
    RuntimeEnvironment.setTempDirectory(new Folder(folder));
    if (Security.getProvider(BouncyCastleProvider.PROVIDER_NAME) == null) {
      Security.addProvider(new BouncyCastleProvider());
    }

    Configuration configuration = new Configuration();
    DisplayMetrics metrics = new DisplayMetrics();
    Profiles.apply(profile, configuration, metrics);
    Locale.setDefault(configuration.getLocales().get(0));
    TimeZone.setDefault(TimeZone.getTimeZone(profile.getTimeZone().isEmpty() ? "UTC" : profile.getTimeZone()));
    android.graphics.Bitmap.setDefaultDensity(metrics.densityDpi);

    ShadowPausedLooper.resetLoopers();
    RuntimeEnvironment.setMasterScheduler(new LooperDelegatingScheduler(Looper.getMainLooper()));
    RuntimeEnvironment.setAndroidFrameworkJarPath(frameworkJar);
    RuntimeEnvironment.setCompileTimeSystemResources(() -> frameworkJar);
    Bootstrap.setDisplayConfiguration(configuration, metrics);
    libcore.content.type.MimeMap.setDefaultSupplier(android.content.type.DefaultMimeMapFactory::create);
    MainThread.call(() -> {
      makeThread(instrumentation);
      return null;
    });
    InstrumentationRegistry.registerInstance(instrumentation, new Bundle());
  }

  private static void makeThread(Instrumentation instrumentation) throws Exception {
    ActivityThread thread = ReflectionHelpers.callConstructor(ActivityThread.class);
    ReflectionHelpers.setStaticField(ActivityThread.class, "sMainThreadHandler", new Handler(Looper.getMainLooper()));
    ReflectionHelpers.setField(thread, "mInstrumentation", instrumentation);
    ReflectionHelpers.setField(thread, "mProfiler",
        ReflectionHelpers.callConstructor(Class.forName("android.app.ActivityThread$Profiler")));
    RuntimeEnvironment.setActivityThread(thread);
    Application none = new Application();
    ReflectionHelpers.callInstanceMethod(Instrumentation.class, instrumentation, "init",
        ClassParameter.from(ActivityThread.class, thread),
        ClassParameter.from(Context.class, none),
        ClassParameter.from(Context.class, none),
        ClassParameter.from(ComponentName.class, new ComponentName("", "phone")),
        ClassParameter.from(Class.forName("android.app.IInstrumentationWatcher"), null),
        ClassParameter.from(Class.forName("android.app.IUiAutomationConnection"), null));
    // Robolectric's shadows ask for an Application at any time.
    Context system = ReflectionHelpers.callStaticMethod(Class.forName("android.app.ContextImpl"),
        "createSystemContext", ClassParameter.from(ActivityThread.class, thread));
    RuntimeEnvironment.systemContext = system;
    ReflectionHelpers.setField(thread, "mInitialApplication", none);
    RuntimeEnvironment.application = none;
    ReflectionHelpers.callInstanceMethod(Application.class, none, "attach",
        ClassParameter.from(Context.class, system));
  }
}
