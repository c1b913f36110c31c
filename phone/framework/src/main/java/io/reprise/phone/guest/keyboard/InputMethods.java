package io.reprise.phone.guest.keyboard;

import android.content.ComponentName;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.os.RemoteException;
import android.os.ResultReceiver;
import android.view.WindowInsets.Type;
import android.view.WindowManager.LayoutParams;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputMethodInfo;
import android.view.inputmethod.InputMethodManager;
import com.android.internal.inputmethod.IInputMethodSession;
import com.android.internal.inputmethod.IRemoteInputConnection;
import com.android.internal.inputmethod.InputBindResult;
import com.android.internal.view.IInputMethodManager;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.system.SettingsTable;
import io.reprise.phone.guest.window.PhoneWindow;
import io.reprise.phone.guest.window.Windows;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.util.ReflectionHelpers;

/**
 * The input method service behind Android's own InputMethodManager: which field
 * is edited, and whether the on-screen keyboard is shown, by the rules of
 * Android's (ImeVisibilityStateComputer). As the phone has a keyboard of keys, it
 * is shown only if the setting show_ime_with_hard_keyboard says so. Main thread,
 * but for what apps ask of it from others.
 */
public final class InputMethods {
  private static final InputMethods INSTANCE = new InputMethods();
  private static final String ID = "io.reprise.phone/.Keyboard";
  /** StartInputFlags.IS_TEXT_EDITOR. */
  private static final int TEXT_EDITOR = 2;

  private final SoftKeyboard keyboard = new SoftKeyboard();
  private final Runnable apply = this::apply;
  private final IInputMethodManager binder = Binders.make(IInputMethodManager.class, this::call);
  private final IInputMethodSession session = Binders.make(IInputMethodSession.class, this::told);
  private volatile Typist typist;
  private volatile boolean wanted;
  private volatile boolean visible;
  private boolean explicit;
  private boolean forced;
  private IBinder window;
  private int sequence;

  private InputMethods() {}

  public static InputMethods get() {
    return INSTANCE;
  }

  /** On main, before anything of the app runs. */
  public void begin() {
    Class<?> invoker = ReflectionHelpers.loadClass(InputMethods.class.getClassLoader(),
        "android.view.inputmethod.IInputMethodManagerGlobalInvoker");
    ReflectionHelpers.setStaticField(invoker, "sServiceCache", binder);
    // What an app says to its input method comes as messages to main, not on a thread more.
    Class<?> emulation = ReflectionHelpers.loadClass(InputMethods.class.getClassLoader(),
        "android.view.inputmethod.IInputMethodSessionInvoker");
    ReflectionHelpers.setStaticField(emulation, "sAsyncBinderEmulationHandler",
        Handler.createAsync(Looper.getMainLooper()));
  }

  public void reset() {
    if (MainThread.handler() != null) MainThread.handler().removeCallbacks(apply);
    keyboard.forget();
    typist = null;
    wanted = visible = explicit = forced = false;
    window = null;
    sequence = 0;
  }

  /** True if the keyboard can be seen. Any thread. */
  public boolean shown() {
    return visible;
  }

  private static boolean enabled() {
    return "1".equals(SettingsTable.get("secure", "show_ime_with_hard_keyboard"));
  }

  private Object call(Object proxy, Method m, Object[] a) {
    return switch (m.getName()) {
      case "startInputOrWindowGainedFocus" -> start((IBinder) a[2], (int) a[3], (int) a[4], (int) a[5],
          (EditorInfo) a[6], (IRemoteInputConnection) a[7]);
      case "showSoftInput" -> show((IBinder) a[1], (int) a[3], (ResultReceiver) a[5]);
      case "hideSoftInput" -> hide((IBinder) a[1], (int) a[3], (ResultReceiver) a[4]);
      case "getInputMethodList", "getEnabledInputMethodList" -> new ArrayList<>(List.of(info()));
      case "getCurrentInputMethodInfoAsUser" -> info();
      case "getInputMethodWindowVisibleHeight" -> visible
          ? io.reprise.phone.guest.window.SystemBars.get().keyboard().height() : 0;
      default -> Binders.nothing(m.getReturnType());
    };
  }

  private static InputMethodInfo info() {
    ComponentName name = ComponentName.unflattenFromString(ID);
    return new InputMethodInfo(name.getPackageName(), name.getClassName(), "Keyboard", null);
  }

  /** A window has the focus, or a field of it. */
  private InputBindResult start(IBinder focused, int flags, int mode, int windowFlags, EditorInfo info,
      IRemoteInputConnection connection) {
    boolean changed = focused != null && focused != window;
    if (focused != null) window = focused;
    typist = info == null || connection == null ? null : new Typist(info, connection);
    boolean editor = (flags & TEXT_EDITOR) != 0;
    if (focused != null) follow(mode, windowFlags, editor, changed);
    else if (!editor && wanted) want(false);
    schedule();
    if (typist == null) return InputBindResult.NULL_EDITOR_INFO;
    return new InputBindResult(InputBindResult.ResultCode.SUCCESS_WITH_IME_SESSION, session, null, null, ID,
        ++sequence, null, false);
  }

  /** What a window that gets the focus wants of the keyboard: LayoutParams.SOFT_INPUT_*. */
  private void follow(int mode, int windowFlags, boolean editor, boolean changed) {
    boolean forward = (mode & LayoutParams.SOFT_INPUT_IS_FORWARD_NAVIGATION) != 0;
    boolean resizes = (mode & LayoutParams.SOFT_INPUT_MASK_ADJUST) == LayoutParams.SOFT_INPUT_ADJUST_RESIZE;
    boolean allowed = editor || App.current().info().targetSdkVersion < android.os.Build.VERSION_CODES.P;
    switch (mode & LayoutParams.SOFT_INPUT_MASK_STATE) {
      case Ime.UNSPECIFIED -> {
        if (changed && (!editor || !resizes)) {
          if (LayoutParams.mayUseInputMethod(windowFlags)) want(false);
        } else if (editor && resizes && forward) {
          want(true);
        }
      }
      case Ime.HIDDEN -> {
        if (forward) want(false);
      }
      case Ime.ALWAYS_HIDDEN -> {
        if (changed) want(false);
      }
      case Ime.VISIBLE -> {
        if (forward && allowed) want(true);
      }
      case Ime.ALWAYS_VISIBLE -> {
        if (changed && allowed) want(true);
      }
      default -> { }
    }
  }

  private void want(boolean on) {
    wanted = on;
    if (!on) explicit = forced = false;
    schedule();
  }

  private boolean show(IBinder of, int flags, ResultReceiver told) {
    PhoneWindow focused = Windows.get().focused();
    if (focused == null || focused.token() != of) return false;
    boolean was = wanted;
    if ((flags & InputMethodManager.SHOW_FORCED) != 0) explicit = forced = true;
    else if ((flags & InputMethodManager.SHOW_IMPLICIT) == 0) explicit = true;
    want(true);
    if (told != null) {
      told.send(!enabled() ? InputMethodManager.RESULT_UNCHANGED_HIDDEN
          : was ? InputMethodManager.RESULT_UNCHANGED_SHOWN : InputMethodManager.RESULT_SHOWN, null);
    }
    return true;
  }

  private boolean hide(IBinder of, int flags, ResultReceiver told) {
    if ((flags & InputMethodManager.HIDE_IMPLICIT_ONLY) != 0 && (explicit || forced)) return false;
    if ((flags & InputMethodManager.HIDE_NOT_ALWAYS) != 0 && forced) return false;
    boolean was = wanted;
    want(false);
    if (told != null) {
      told.send(was ? InputMethodManager.RESULT_HIDDEN : InputMethodManager.RESULT_UNCHANGED_HIDDEN, null);
    }
    return was;
  }

  /** A window does not want it any more (WindowInsetsController.hide), or none that may have it is in front. */
  public void dismiss() {
    if (wanted) want(false);
  }

  /** Back, while it is shown, only hides it: true = that is what it did. */
  public boolean back(boolean up) {
    if (!visible) return false;
    if (up) want(false);
    return true;
  }

  /** The display is another one: it is hidden, as its field may be gone. */
  public void configure() {
    if (visible) {
      want(false);
      apply();
    }
  }

  private void schedule() {
    MainThread.handler().removeCallbacks(apply);
    MainThread.handler().post(apply);
  }

  private void apply() {
    boolean on = wanted && typist != null && enabled();
    boolean before = visible;
    visible = on;
    if (on) keyboard.show(typist);
    else keyboard.hide();
    if (on == before) return;
    PhoneWindow focused = Windows.get().focused();
    if (focused == null) return;
    try {
      // So that its WindowInsetsController knows, and may hide it.
      if (on) focused.client().showInsets(Type.ime(), true, null);
      else focused.client().hideInsets(Type.ime(), true, null);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What an app says to its input method. */
  private Object told(Object proxy, Method m, Object[] a) {
    switch (m.getName()) {
      case "updateSelection" -> {
        if (keyboard.shown()) keyboard.view().moved();
      }
      case "invalidateInput" -> {
        typist = new Typist((EditorInfo) a[0], (IRemoteInputConnection) a[1]);
        schedule();
      }
      default -> { }
    }
    return Binders.nothing(m.getReturnType());
  }
}
