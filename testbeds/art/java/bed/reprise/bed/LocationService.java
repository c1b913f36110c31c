package reprise.bed;

import android.content.Context;
import android.location.ILocationListener;
import android.location.ILocationManager;
import android.location.LocationManager;
import android.location.LocationRequest;
import android.os.RemoteException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** The other end of the framework's own LocationManager, on the device. */
final class LocationService {
  private LocationService() {}

  static LocationManager newManager(Context context) {
    Object service =
        Proxy.newProxyInstance(
            LocationService.class.getClassLoader(),
            new Class<?>[] {ILocationManager.class},
            (proxy, method, arguments) -> answer(method, arguments));
    return Hidden.make(LocationManager.class, context, service);
  }

  private static Object answer(Method method, Object[] arguments) throws RemoteException {
    Device device = Device.require();
    switch (method.getName()) {
      case "getLastLocation":
        return device.lastLocation(((LocationRequest) arguments[0]).getProvider());
      case "requestLocationUpdates":
        ILocationListener listener = (ILocationListener) arguments[1];
        device.startLocation(
            ((LocationRequest) arguments[0]).getProvider(),
            location -> {
              try {
                listener.onLocationChanged(location);
              } catch (RemoteException e) {
                throw new IllegalStateException(e);
              }
            });
        return null;
      case "removeUpdates":
        device.stopLocation();
        return null;
      default:
        return Answers.zero(method.getReturnType());
    }
  }
}
