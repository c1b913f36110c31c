package io.reprise.phone.host;

import javax.inject.Named;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;

/**
 * The loader of android.*, of Robolectric's shadows and of our guest classes.
 * It has no class of any app: those are in an AppLoader, which is its child.
 */
public class FrameworkLoader extends AndroidSandbox.SdkSandboxClassLoader {
  public FrameworkLoader(InstrumentationConfiguration config, @Named("runtimeSdk") Sdk sdk,
      ClassInstrumentor instrumentor) {
    super(config, sdk, instrumentor);
  }

  @Override
  protected byte[] getByteCode(String name) throws ClassNotFoundException {
    byte[] code = super.getByteCode(name);
    return name.startsWith("android.") ? FrameworkWeaver.weave(name, code) : code;
  }
}
