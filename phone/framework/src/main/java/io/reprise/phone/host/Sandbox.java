package io.reprise.phone.host;

import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.robolectric.android.AndroidSdkShadowMatcher;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.ConscryptMode;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.LooperMode;
import org.robolectric.annotation.ResourcesMode;
import org.robolectric.annotation.SQLiteMode;
import org.robolectric.annotation.experimental.LazyApplication;
import org.robolectric.interceptors.AndroidInterceptors;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.SandboxManager;
import org.robolectric.internal.TestEnvironment;
import org.robolectric.internal.bytecode.ClassHandler;
import org.robolectric.internal.bytecode.ClassHandlerBuilder;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.internal.bytecode.Interceptors;
import org.robolectric.internal.bytecode.ShadowMap;
import org.robolectric.internal.bytecode.ShadowProviders;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.SdkProvider;
import org.robolectric.pluginapi.config.ConfigurationStrategy;
import org.robolectric.sandbox.ShadowMatcher;
import org.robolectric.util.inject.Injector;
import reprise.Phone.PhoneReply;

/**
 * Makes the loader that Android's framework lives in, with our shadows, and the
 * phone inside it.
 */
final class Sandbox {
  /** API level of the framework: Android 14. */
  static final int SDK = 34;

  private static final ShadowMatcher MATCHER = new AndroidSdkShadowMatcher(SDK);

  /** Robolectric's settings, without its lookup of annotations. */
  private record Settings(Map<Class<?>, Object> map) implements ConfigurationStrategy.Configuration {
    @Override public <T> T get(Class<T> type) {
      return type.cast(map.get(type));
    }

    @Override public java.util.Collection<Class<?>> keySet() {
      return map.keySet();
    }
  }

  private final AndroidSandbox android;
  private final ShadowMap shadows;
  private final ClassHandler handler;

  private Sandbox(AndroidSandbox android, ShadowMap shadows, ClassHandler handler) {
    this.android = android;
    this.shadows = shadows;
    this.handler = handler;
  }

  /** Loads the framework and makes the phone; `news` takes what is not asked for. */
  Guest start(Consumer<PhoneReply.Builder> news) throws Exception {
    OldTables.accept();
    ConfigurationStrategy.Configuration settings = new Settings(Map.of(
        ConscryptMode.Mode.class, ConscryptMode.Mode.OFF,
        LooperMode.Mode.class, LooperMode.Mode.INSTRUMENTATION_TEST,
        LazyApplication.LazyLoad.class, LazyApplication.LazyLoad.OFF,
        GraphicsMode.Mode.class, GraphicsMode.Mode.NATIVE,
        SQLiteMode.Mode.class, SQLiteMode.Mode.NATIVE,
        Config.class, new Config.Builder().build()));
    return android.runOnMainThread(() -> {
      try {
        return (Guest) android.bootstrappedClass(io.reprise.phone.guest.Phone.class)
            .getConstructor(TestEnvironment.class, ConfigurationStrategy.Configuration.class, Consumer.class)
            .newInstance(android.getTestEnvironment(), settings, news);
      } catch (ReflectiveOperationException e) {
        throw new RuntimeException(e);
      }
    });
  }

  /** Without the framework yet: start() loads it. */
  static Sandbox make() throws Exception {
    Injector injector = new Injector.Builder()
        .bind(Properties.class, System.getProperties())
        .bind(AndroidSandbox.TestEnvironmentSpec.class,
            new AndroidSandbox.TestEnvironmentSpec(io.reprise.phone.guest.Environment.class))
        .build();
    Sdk sdk = injector.getInstance(SdkProvider.class).getSdks().stream()
        .filter(s -> s.getApiLevel() == SDK).findFirst().orElseThrow();
    Interceptors interceptors = new Interceptors(AndroidInterceptors.all());
    AndroidSandbox sandbox = injector.getInstance(SandboxManager.SandboxBuilder.class)
        .build(configuration(interceptors), sdk, sdk, ResourcesMode.Mode.BINARY, SQLiteMode.Mode.NATIVE);
    ShadowMap shadows = injector.getInstance(ShadowProviders.class).getBaseShadowMap().newBuilder()
        .addShadowClasses(Shadows.all()).build();
    sandbox.replaceShadowMap(shadows);
    ClassHandler handler = injector.getInstance(ClassHandlerBuilder.class)
        .build(shadows, MATCHER, interceptors);
    sandbox.configure(handler, interceptors);
    return new Sandbox(sandbox, shadows, handler);
  }

  /** A class as the framework's loader has it, not initialized. */
  Class<?> load(String name) throws ClassNotFoundException {
    return android.getRobolectricClassLoader().loadClass(name);
  }

  /** True if each of the class's objects has a shadow of its own. */
  boolean shadows(Class<?> type) {
    return shadows.getShadowInfo(type, MATCHER) != null;
  }

  /** True if a method's own code is not to run, but a shadow's, or none. */
  boolean replaces(Class<?> type, String method, String descriptor, boolean isStatic, boolean isNative)
      throws IllegalAccessException {
    MethodType t = MethodType.fromMethodDescriptorString(descriptor, type.getClassLoader());
    if (!isStatic) t = t.insertParameterTypes(0, type);
    return handler.findShadowMethodHandle(type, method, t, isStatic, isNative) != null;
  }

  private static final String[] SHARED = {
    "org.bouncycastle.", "org.conscrypt.", "org.objectweb.asm", "org.robolectric.manifest.",
    "org.robolectric.res.", "org.w3c.", "org.xml.", "com.google.protobuf.", "reprise.",
    "io.reprise.phone.host.", "io.reprise.phone.time.", "io.reprise.phone.translate."};

  private static final String[] FRAMEWORK = {
    "dalvik.", "libcore.", "android.", "com.android.internal.", "org.apache.http.",
    "org.ccil.cowan.tagsoup.", "org.kxml2."};

  private static InstrumentationConfiguration configuration(Interceptors interceptors) {
    InstrumentationConfiguration.Builder b = new InstrumentationConfiguration.Builder();
    interceptors.getAllMethodRefs().forEach(b::addInterceptedMethod);
    b.doNotAcquireClass("org.robolectric.shadow.api.ShadowPicker");
    for (String p : SHARED) b.doNotAcquirePackage(p);
    b.addClassNameTranslation("java.net.ExtendedResponseCache", "org.robolectric.fakes.RoboExtendedResponseCache")
        .addClassNameTranslation("java.net.ResponseSource", "org.robolectric.fakes.RoboResponseSource")
        .addClassNameTranslation("java.nio.charset.Charsets", StandardCharsets.class.getName())
        .addClassNameTranslation("java.lang.UnsafeByteSequence", Object.class.getName())
        .addClassNameTranslation("java.util.jar.StrictJarFile", Object.class.getName())
        .addClassNameTranslation("sun.misc.Cleaner", "java.lang.ref.Cleaner$Cleanable");
    for (String p : new String[] {"android.support.", "android.arch", "android.R"}) b.doNotInstrumentPackage(p);
    b.doNotInstrumentClass("android.app.RecoverableSecurityException");
    for (String p : FRAMEWORK) b.addInstrumentedPackage(p);
    return b.build();
  }
}
