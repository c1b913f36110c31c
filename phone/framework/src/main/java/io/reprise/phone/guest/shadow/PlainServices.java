package io.reprise.phone.guest.shadow;

import android.os.Looper;
import io.reprise.phone.guest.service.ConnectivityState;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowService;

/**
 * Takes Robolectric's stand-ins for system services away: Android's own classes
 * talk to the services in guest/service.
 */
public final class PlainServices {
  private PlainServices() {}

  @Implements(className = "android.app.AlarmManager", isInAndroidSdk = false)
  public static class AlarmManager {}

  @Implements(className = "android.net.ConnectivityManager", isInAndroidSdk = false)
  public static class ConnectivityManager {}

  @Implements(className = "android.net.Network", isInAndroidSdk = false)
  public static class Network {}

  @Implements(className = "android.app.job.JobScheduler", isInAndroidSdk = false)
  public static class JobScheduler {}

  @Implements(className = "android.app.JobSchedulerImpl", isInAndroidSdk = false)
  public static class JobSchedulerImpl {}

  @Implements(className = "android.app.job.JobService", isInAndroidSdk = false)
  public static class JobService extends ShadowService {}

  @Implements(className = "android.app.DownloadManager", isInAndroidSdk = false)
  public static class DownloadManager {}

  @Implements(className = "android.app.NotificationManager", isInAndroidSdk = false)
  public static class NotificationManager {}

  @Implements(className = "android.os.BatteryManager", isInAndroidSdk = false)
  public static class BatteryManager {}

  /** Its thread is the app's, and ends with it. */
  @Implements(className = "android.net.ConnectivityThread", isInAndroidSdk = false)
  public static class ConnectivityThread {
    @Implementation
    protected static Looper getInstanceLooper() {
      return ConnectivityState.looper();
    }
  }

  /** Robolectric's keeps to itself that a service went to the foreground or stopped itself. */
  @Implements(className = "android.app.Service", isInAndroidSdk = false)
  public static class Service {}

  @Implements(className = "android.app.IntentService", isInAndroidSdk = false)
  public static class IntentService {}
}
