package io.reprise.phone.guest.feed.person;

import android.Manifest;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.hardware.biometrics.BiometricPrompt;
import android.hardware.biometrics.IAuthService;
import android.hardware.biometrics.IBiometricServiceReceiver;
import android.hardware.biometrics.PromptInfo;
import android.os.RemoteException;
import io.reprise.phone.guest.BinderThread;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.system.FingerActivity;
import java.lang.reflect.Method;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowServiceManager;

/**
 * The fingerprint sensor, which knows finger 1, and the authentication service
 * behind Android's own BiometricPrompt. Any thread.
 */
public final class Fingers {
  private static final int KNOWN = 1;
  private static final int TRIES = 5;
  private static final int BIOMETRIC = 0xff;
  private static final int FINGERPRINT = 2;
  private static final int CANCELED = 5;
  private static final int LOCKOUT = 7;
  private static final int USER_CANCELED = 10;
  private static final int HW_NOT_PRESENT = 12;

  private static IBiometricServiceReceiver waiting;
  private static PromptInfo prompt;
  private static int tries;

  private Fingers() {}

  public static synchronized void begin() {
    waiting = null;
    prompt = null;
    ShadowServiceManager.addBinderService(Context.AUTH_SERVICE, IAuthService.class,
        Binders.make(IAuthService.class, Fingers::call));
  }

  private static Object call(Object proxy, Method m, Object[] a) {
    switch (m.getName()) {
      case "canAuthenticate" -> {
        return ((Integer) a[2] & BIOMETRIC) != 0 ? 0 : HW_NOT_PRESENT;
      }
      case "hasEnrolledBiometrics" -> {
        return true;
      }
      case "authenticate" -> {
        return authenticate((IBiometricServiceReceiver) a[3], (PromptInfo) a[5]);
      }
      case "cancelAuthentication" -> end(r -> r.onError(FINGERPRINT, CANCELED, 0));
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
    return null;
  }

  private static synchronized long authenticate(IBiometricServiceReceiver receiver, PromptInfo info) {
    if (!Grants.has(Manifest.permission.USE_BIOMETRIC)) {
      throw new SecurityException("Must have USE_BIOMETRIC permission");
    }
    BinderThread.want();
    waiting = receiver;
    prompt = info;
    tries = 0;
    MainThread.handler().post(() -> RuntimeEnvironment.getApplication().startActivity(
        new Intent().setComponent(new ComponentName(Packages.OURS, FingerActivity.class.getName()))
            .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)));
    return 1;
  }

  /** What the app wants to be said to the user; null = nothing is asked any more. */
  public static synchronized PromptInfo prompt() {
    return prompt;
  }

  /** A finger is on the sensor; 0 = it was lifted. */
  public static synchronized void touch(int finger) {
    IBiometricServiceReceiver to = waiting;
    if (to == null || finger == 0) return;
    if (finger == KNOWN) {
      end(r -> r.onAuthenticationSucceeded(BiometricPrompt.AUTHENTICATION_RESULT_TYPE_BIOMETRIC));
    } else if (++tries < TRIES) {
      tell(to, IBiometricServiceReceiver::onAuthenticationFailed);
    } else {
      end(r -> r.onError(FINGERPRINT, LOCKOUT, 0));
    }
  }

  /** The user touches the button against it, or goes back. */
  public static void dismiss(boolean negative) {
    if (negative) end(r -> r.onDialogDismissed(BiometricPrompt.DISMISSED_REASON_NEGATIVE));
    else end(r -> r.onError(FINGERPRINT, USER_CANCELED, 0));
  }

  private static synchronized void end(Telling how) {
    IBiometricServiceReceiver to = waiting;
    waiting = null;
    prompt = null;
    if (to == null) return;
    FingerActivity.close();
    tell(to, how);
  }

  private interface Telling {
    void tell(IBiometricServiceReceiver receiver) throws RemoteException;
  }

  private static void tell(IBiometricServiceReceiver receiver, Telling how) {
    BinderThread.post(() -> {
      try {
        how.tell(receiver);
      } catch (RemoteException e) {
        throw new IllegalStateException(e);
      }
    });
  }
}
