package io.reprise.phone.guest.feed.camera;

import android.Manifest;
import android.hardware.CameraStatus;
import android.hardware.ICameraService;
import android.hardware.ICameraServiceListener;
import android.hardware.camera2.ICameraDeviceCallbacks;
import android.hardware.camera2.utils.ConcurrentCameraIdCombination;
import android.os.ServiceSpecificException;
import android.util.ArrayMap;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.BinderThread;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.app.Grants;
import java.lang.reflect.Method;
import org.robolectric.shadows.ShadowServiceManager;
import org.robolectric.util.ReflectionHelpers;

/** The camera service behind Android's own CameraManager: two cameras, whose frames the host gives. */
public final class CameraService {
  private static final String GLOBAL = "android.hardware.camera2.CameraManager$CameraManagerGlobal";

  private CameraService() {}

  /** A new app: nothing is open, and what the class keeps of the one before is forgotten. */
  public static void begin() {
    Metadata.clear();
    Readers.clear();
    ShadowServiceManager.addBinderService("media.camera", ICameraService.class,
        Binders.make(ICameraService.class, CameraService::call));
    try {
      Object global = ReflectionHelpers.callStaticMethod(Class.forName(GLOBAL), "get");
      for (String field : new String[] {"mDeviceStatus", "mUnavailablePhysicalDevices", "mOpenedDevices",
          "mCallbackMap", "mTorchStatus", "mTorchCallbackMap"}) {
        ReflectionHelpers.<ArrayMap<?, ?>>getField(global, field).clear();
      }
      ReflectionHelpers.setField(global, "mCameraService", null);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object call(Object proxy, Method m, Object[] a) {
    switch (m.getName()) {
      case "getNumberOfCameras" -> {
        return Scene.CAMERAS;
      }
      case "addListener" -> {
        return statuses((ICameraServiceListener) a[0]);
      }
      case "getConcurrentCameraIds" -> {
        return new ConcurrentCameraIdCombination[0];
      }
      case "getCameraCharacteristics" -> {
        return Characteristics.of(id((String) a[0]));
      }
      case "supportsCameraApi" -> {
        return true;
      }
      case "connectDevice" -> {
        int camera = id((String) a[1]);
        if (!Grants.has(Manifest.permission.CAMERA)) {
          throw new ServiceSpecificException(1, "Caller \"" + App.name() + "\" cannot open camera \"" + camera
              + "\" without camera permission");
        }
        BinderThread.want();
        return new CameraUser(camera, (ICameraDeviceCallbacks) a[0]).binder();
      }
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
  }

  private static int id(String name) {
    if (name.equals("0") || name.equals("1")) return name.charAt(0) - '0';
    throw new ServiceSpecificException(3, "Unknown camera ID " + name);
  }

  private static CameraStatus[] statuses(ICameraServiceListener listener) {
    CameraStatus[] all = new CameraStatus[Scene.CAMERAS];
    for (int i = 0; i < all.length; i++) {
      all[i] = new CameraStatus();
      all[i].cameraId = String.valueOf(i);
      all[i].status = ICameraServiceListener.STATUS_PRESENT;
      all[i].unavailablePhysicalCameras = new String[0];
      all[i].clientPackage = "";
    }
    return all;
  }
}
