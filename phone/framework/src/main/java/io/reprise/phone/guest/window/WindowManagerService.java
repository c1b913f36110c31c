package io.reprise.phone.guest.window;

import android.content.Context;
import android.os.ServiceManager;
import android.view.IWindowManager;
import android.view.InsetsState;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** IWindowManager: what windows ask of the phone itself. The rest is Robolectric's. */
public final class WindowManagerService {
  private static final WindowManagerService INSTANCE = new WindowManagerService();

  private final IWindowManager binder = (IWindowManager) Proxy.newProxyInstance(
      IWindowManager.class.getClassLoader(), new Class<?>[] {IWindowManager.class}, this::call);

  private WindowManagerService() {}

  public static WindowManagerService get() {
    return INSTANCE;
  }

  public IWindowManager binder() {
    return binder;
  }

  private Object call(Object self, Method m, Object[] a) throws Throwable {
    return switch (m.getName()) {
      case "isInTouchMode" -> TouchMode.get().on();
      case "setInTouchMode", "setInTouchModeOnAllDisplays" -> {
        TouchMode.get().set((boolean) a[0]);
        yield null;
      }
      case "hasNavigationBar" -> true;
      case "getDefaultDisplayRotation" -> SystemBars.get().rotation();
      case "watchRotation" -> SystemBars.get().rotation();
      case "getWindowInsets" -> {
        for (Object x : a) if (x instanceof InsetsState s) s.set(SystemBars.get().insets(), true);
        yield false;
      }
      case "getCurrentAnimatorScale" -> 1f;
      case "asBinder" -> ServiceManager.getService(Context.WINDOW_SERVICE);
      case "toString" -> "WindowManagerService";
      case "hashCode" -> System.identityHashCode(this);
      case "equals" -> self == a[0];
      default -> {
        IWindowManager base = IWindowManager.Stub.asInterface(
            ServiceManager.getService(Context.WINDOW_SERVICE));
        try {
          yield m.invoke(base, a);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    };
  }
}
