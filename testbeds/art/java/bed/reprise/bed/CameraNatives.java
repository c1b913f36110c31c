package reprise.bed;

import android.hardware.Camera;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** The natives of android.hardware.Camera, on the device; native/framework/services.cc calls. */
final class CameraNatives {
  private static final int MESSAGE_SHUTTER = 0x002;
  private static final int MESSAGE_PREVIEW_FRAME = 0x010;
  private static final int MESSAGE_COMPRESSED_IMAGE = 0x100;
  /** Camera throws "Fail to connect to camera service" at this one. */
  private static final int NO_ACCESS = -13;

  private static final Map<Camera, Device.Camera> open =
      Collections.synchronizedMap(new WeakHashMap<>());

  private CameraNatives() {}

  static int getNumberOfCameras() {
    return 1;
  }

  static void _getCameraInfo(int id, Camera.CameraInfo info) {
    info.facing = Camera.CameraInfo.CAMERA_FACING_BACK;
    info.orientation = 90;
  }

  static int native_setup(Camera camera, Object weakCamera, int id, int version, String client) {
    Device device = Device.get();
    if (device == null) return NO_ACCESS;
    open.put(camera, device.openCamera(id, new Sink(weakCamera)));
    return 0;
  }

  static void native_release(Camera camera) {
    Device.Camera device = open.remove(camera);
    if (device != null) device.stopPreview();
  }

  static String native_getParameters(Camera camera) {
    return get(camera).getParameters();
  }

  static void native_setParameters(Camera camera, String parameters) {
    get(camera).setParameters(parameters);
  }

  /** The framework drops frames that nobody wants; ours come whenever the preview runs. */
  static void setHasPreviewCallback(Camera camera, boolean installed, boolean manualBuffer) {}

  static void startPreview(Camera camera) {
    get(camera).startPreview();
  }

  static void _stopPreview(Camera camera) {
    get(camera).stopPreview();
  }

  static void native_takePicture(Camera camera, int messages) {
    get(camera).takePicture();
  }

  private static Device.Camera get(Camera camera) {
    Device.Camera device = open.get(camera);
    if (device == null) throw new RuntimeException("Camera is being used after release");
    return device;
  }

  /** Hands over to the framework, which calls the program on the looper it opened the camera on. */
  private static final class Sink implements Device.CameraSink {
    private final Object weakCamera;

    Sink(Object weakCamera) {
      this.weakCamera = weakCamera;
    }

    @Override
    public void onPreviewFrame(byte[] frame) {
      post(MESSAGE_PREVIEW_FRAME, frame);
    }

    @Override
    public void onShutter() {
      post(MESSAGE_SHUTTER, null);
    }

    @Override
    public void onPicture(byte[] jpeg) {
      post(MESSAGE_COMPRESSED_IMAGE, jpeg);
    }

    private void post(int message, byte[] data) {
      Hidden.call(Camera.class, null, "postEventFromNative", weakCamera, message, 0, 0, data);
    }
  }
}
