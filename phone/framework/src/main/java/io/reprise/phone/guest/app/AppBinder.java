package io.reprise.phone.guest.app;

import android.app.ActivityManager;
import android.app.IActivityManager;
import android.app.IServiceConnection;
import android.app.Notification;
import android.content.ComponentName;
import android.content.IIntentReceiver;
import android.content.IIntentSender;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.content.pm.UserInfo;
import android.content.res.Configuration;
import android.net.Uri;
import android.os.Bundle;
import android.os.IBinder;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.Death;
import io.reprise.phone.guest.system.SystemProviders;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;

/** The activity manager, as the framework calls it. Any thread. */
public final class AppBinder {
  private static final IActivityManager BINDER = Binders.make(IActivityManager.class, AppBinder::call);

  private AppBinder() {}

  public static IActivityManager get() {
    return BINDER;
  }

  /** A new app: nothing of the last one is left. */
  public static void reset() {
    Services.get().reset();
    Broadcasts.get().reset();
    ForegroundPromise.reset();
    Senders.reset();
    Observers.reset();
  }

  private static Object call(Object self, Method m, Object[] a) throws Exception {
    return switch (m.getName()) {
      case "startService" -> Services.get().start((Intent) a[1], (boolean) a[3]);
      case "stopService" -> Services.get().stop((Intent) a[1]);
      case "stopServiceToken" -> Services.get().stop((ComponentName) a[0], (int) a[2]);
      case "bindService", "bindServiceInstance" ->
          Services.get().bind((Intent) a[2], (IServiceConnection) a[4], (long) a[5]);
      case "unbindService" -> Services.get().unbind((IServiceConnection) a[0]);
      case "publishService" -> done(() -> Services.get().publish((IBinder) a[0], (Intent) a[1], (IBinder) a[2]));
      case "unbindFinished" -> done(() -> Services.get().unbound((IBinder) a[0], (Intent) a[1], (boolean) a[2]));
      case "setServiceForeground" -> done(() -> Services.get().foreground((ComponentName) a[0], (int) a[2],
          (Notification) a[3], (int) a[4]));
      case "peekService" -> Services.get().peek((Intent) a[0]);
      case "getServices" -> Services.get().infos();
      default -> broadcasts(m, a);
    };
  }

  private static Object done(Runnable work) {
    work.run();
    return null;
  }

  private static Object broadcasts(Method m, Object[] a) throws Exception {
    return switch (m.getName()) {
      case "registerReceiver" -> Broadcasts.get().register((IIntentReceiver) a[2], (IntentFilter) a[3],
          (String) a[4], (int) a[6]);
      case "registerReceiverWithFeature" -> Broadcasts.get().register((IIntentReceiver) a[4], (IntentFilter) a[5],
          (String) a[6], (int) a[8]);
      case "unregisterReceiver" -> done(() -> Broadcasts.get().unregister((IIntentReceiver) a[0]));
      case "broadcastIntentWithFeature" -> {
        Broadcasts.get().send((Intent) a[2], (String[]) a[8], (IIntentReceiver) a[4], (int) a[5], (String) a[6],
            (Bundle) a[7], (boolean) a[13], (boolean) a[14], true);
        yield ActivityManager.BROADCAST_SUCCESS;
      }
      case "broadcastIntent" -> {
        Broadcasts.get().send((Intent) a[1], (String[]) a[7], (IIntentReceiver) a[3], (int) a[4], (String) a[5],
            (Bundle) a[6], (boolean) a[10], (boolean) a[11], true);
        yield ActivityManager.BROADCAST_SUCCESS;
      }
      case "unbroadcastIntent" -> done(() -> Broadcasts.get().unstick((Intent) a[1]));
      case "finishReceiver" -> done(() -> Broadcasts.get().finished((int) a[1], (String) a[2], (Bundle) a[3],
          (boolean) a[4]));
      case "getIntentSenderWithFeature" -> Senders.get((int) a[0], (String) a[1], (IBinder) a[3], (String) a[4],
          (int) a[5], (Intent[]) a[6], (String[]) a[7], (int) a[8]);
      case "getIntentSender" -> Senders.get((int) a[0], (String) a[1], (IBinder) a[2], (String) a[3], (int) a[4],
          (Intent[]) a[5], (String[]) a[6], (int) a[7]);
      case "cancelIntentSender" -> done(() -> Senders.cancel((IIntentSender) a[0]));
      case "sendIntentSender" -> Senders.fire((IIntentSender) a[1], (int) a[3], (Intent) a[4],
          (IIntentReceiver) a[6], (String) a[7]);
      case "getInfoForIntentSender" -> Senders.info((IIntentSender) a[0]);
      case "getIntentForIntentSender" -> Senders.intent((IIntentSender) a[0]);
      case "isIntentSenderAnActivity" -> Senders.isActivity((IIntentSender) a[0]);
      case "isIntentSenderTargetedToPackage" -> false;
      case "registerIntentSenderCancelListenerEx" -> true;
      default -> process(m, a);
    };
  }

  private static Object process(Method m, Object[] a) {
    return switch (m.getName()) {
      case "checkPermission", "checkPermissionForDevice" ->
          Grants.has((String) a[0]) ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
      case "checkUriPermission" -> checkUri((Uri) a[0], (int) a[3]);
      case "grantUriPermission" -> done(() -> UriGrants.give((Uri) a[2], (int) a[3]));
      case "revokeUriPermission" -> done(() -> UriGrants.revoke((Uri) a[2], (int) a[3]));
      case "getConfiguration" -> new Configuration(RuntimeEnvironment.getApplication().getResources().getConfiguration());
      case "getRunningAppProcesses" -> new ArrayList<>(List.of(process()));
      case "getMyMemoryState" -> done(() -> fill((ActivityManager.RunningAppProcessInfo) a[0]));
      case "getMemoryInfo" -> done(() -> fill((ActivityManager.MemoryInfo) a[0]));
      case "getProcessMemoryInfo" -> {
        android.os.Debug.MemoryInfo[] infos = new android.os.Debug.MemoryInfo[((int[]) a[0]).length];
        java.util.Arrays.setAll(infos, i -> new android.os.Debug.MemoryInfo());
        yield infos;
      }
      case "getCurrentUser" -> new UserInfo(0, "Owner", UserInfo.FLAG_PRIMARY | UserInfo.FLAG_ADMIN);
      case "getRunningUserIds" -> new int[] {0};
      case "isUserRunning" -> true;
      case "getProcessesInErrorState" -> null;
      case "killBackgroundProcesses" -> null;
      case "handleApplicationCrash" -> null;
      default -> Binders.nothing(m.getReturnType());
    };
  }

  /** Of providers that are not the system's the app may do all. */
  private static int checkUri(Uri uri, int modes) {
    boolean may = !SystemProviders.guarded(uri.getAuthority()) || UriGrants.has(uri, modes);
    return may ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
  }

  private static ActivityManager.RunningAppProcessInfo process() {
    ActivityManager.RunningAppProcessInfo info =
        new ActivityManager.RunningAppProcessInfo(App.current().info().processName, App.pid(), new String[] {App.name()});
    fill(info);
    return info;
  }

  private static void fill(ActivityManager.RunningAppProcessInfo info) {
    info.uid = App.current().info().uid;
    info.pid = App.pid();
    info.importance = ActivityManager.RunningAppProcessInfo.IMPORTANCE_FOREGROUND;
    info.lastTrimLevel = 0;
  }

  private static void fill(ActivityManager.MemoryInfo info) {
    info.totalMem = 4L << 30;
    info.availMem = 2L << 30;
    info.threshold = 200L << 20;
    info.lowMemory = false;
  }
}
