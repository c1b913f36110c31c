package reprise.bed;

import android.content.Intent;
import android.location.Location;
import android.os.Binder;
import android.os.IBinder;
import android.os.IInterface;
import android.os.RemoteException;
import android.os.ServiceManager;
import java.lang.reflect.Proxy;
import java.util.Map;

/**
 * What is behind the framework's classes: the services of a phone. The program's class path may
 * have an implementation, reprise.services.Services; without it the device is absent, and what
 * needs it fails as on a phone whose services have died.
 *
 * <p>Callbacks may come on any thread.
 */
public interface Device {
  /** Receives what a sensor measures. */
  interface SensorSink {
    void onMeasured(long timestampNs, float[] values);
  }

  /** Receives where the device is. */
  interface LocationSink {
    void onLocated(Location location);
  }

  /** Receives what a camera sees. */
  interface CameraSink {
    void onPreviewFrame(byte[] frame);

    void onShutter();

    void onPicture(byte[] jpeg);
  }

  /** One open camera. */
  interface Camera {
    String getParameters();

    void setParameters(String parameters);

    void startPreview();

    void stopPreview();

    void takePicture();
  }

  void startSensor(int type, SensorSink sink);

  void stopSensor(int type);

  Location lastLocation(String provider);

  void startLocation(String provider, LocationSink sink);

  void stopLocation();

  Camera openCamera(int id, CameraSink sink);

  /** Waits for sound; returns how many bytes of the buffer it filled, at most length. */
  int readAudio(byte[] buffer, int offset, int length);

  /** What the activity that the intent names gives back, or null when there is none. */
  Intent answer(Intent request);

  /** The connected device, or null. */
  static Device get() {
    return DeviceHolder.device;
  }

  /** The connected device, or the exception of a dead service. */
  static Device require() throws RemoteException {
    if (DeviceHolder.device == null) {
      throw new RemoteException("the device's services are absent");
    }
    return DeviceHolder.device;
  }

  /** Connects to the services on that class path, if any. */
  static void connect(ClassLoader loader) throws ReflectiveOperationException {
    // Asked for in passing by Camera and AudioRecord; what they answer does not matter.
    serve("audio", "android.media.IAudioService");
    serve("appops", "com.android.internal.app.IAppOpsService");
    try {
      DeviceHolder.device =
          (Device)
              loader.loadClass("reprise.services.Services").getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      DeviceHolder.device = null;
    }
  }

  /** Lets the framework find a service whose every answer is zero, false or null. */
  @SuppressWarnings("unchecked")
  static void serve(String name, String type) throws ClassNotFoundException {
    Class<?> face = Class.forName(type);
    Object service =
        Proxy.newProxyInstance(
            face.getClassLoader(),
            new Class<?>[] {face},
            (proxy, method, arguments) -> Answers.zero(method.getReturnType()));
    // ServiceManager looks here before it asks binder, which there is not.
    Map<String, IBinder> cache =
        (Map<String, IBinder>) Hidden.get(ServiceManager.class, null, "sCache");
    cache.put(
        name,
        new Binder() {
          @Override
          public IInterface queryLocalInterface(String descriptor) {
            return (IInterface) service;
          }
        });
  }
}
