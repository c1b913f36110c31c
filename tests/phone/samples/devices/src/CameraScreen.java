package io.reprise.devices;

import android.content.Intent;
import android.graphics.BitmapFactory;
import android.graphics.ImageFormat;
import android.graphics.SurfaceTexture;
import android.graphics.Bitmap;
import android.hardware.Camera;
import android.hardware.camera2.CameraCaptureSession;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraDevice;
import android.hardware.camera2.CameraManager;
import android.hardware.camera2.CaptureRequest;
import android.hardware.camera2.CaptureResult;
import android.hardware.camera2.TotalCaptureResult;
import android.media.Image;
import android.media.ImageReader;
import android.os.Handler;
import android.os.HandlerThread;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/** Looks through a camera: "old" by the first interface, "new" by the second, "list". */
public class CameraScreen extends Screen {
  private static final int FRAMES = 5;

  private int frames;
  private Camera camera;
  private HandlerThread thread;

  @Override
  void act(String what, Intent intent) throws Exception {
    final int id = intent.getIntExtra("id", 0);
    if (what.equals("list")) {
      CameraManager manager = getSystemService(CameraManager.class);
      for (String name : manager.getCameraIdList()) {
        CameraCharacteristics c = manager.getCameraCharacteristics(name);
        say("camera " + name + " " + c.get(CameraCharacteristics.LENS_FACING) + " " + Arrays.toString(
            c.get(CameraCharacteristics.SCALER_STREAM_CONFIGURATION_MAP).getOutputSizes(ImageFormat.JPEG)));
      }
      say("old cameras " + Camera.getNumberOfCameras());
    }
    if (what.equals("old")) old(id, intent.getIntExtra("width", 640), intent.getIntExtra("height", 480));
    if (what.equals("new")) open(String.valueOf(id), intent.getIntExtra("width", 640), intent.getIntExtra("height", 480));
  }

  private void old(int id, int width, int height) throws Exception {
    camera = Camera.open(id);
    Camera.Parameters p = camera.getParameters();
    p.setPreviewSize(width, height);
    p.setPictureSize(width, height);
    camera.setParameters(p);
    say("preview " + camera.getParameters().getPreviewSize().width + "x" + camera.getParameters().getPreviewSize().height
        + " " + camera.getParameters().getPreviewFormat());
    camera.setPreviewTexture(new SurfaceTexture(0));
    frames = 0;
    camera.setPreviewCallback((data, from) -> {
      if (++frames > FRAMES) return;
      say("frame " + frames + " " + data.length + " " + yuv(data, width, height, width / 4, height / 4) + " "
          + yuv(data, width, height, width * 3 / 4, height * 3 / 4));
      if (frames < FRAMES) return;
      camera.setPreviewCallback(null);
      camera.takePicture(() -> say("shutter"), null, (jpeg, c) -> {
        say("picture " + describe(jpeg));
        camera.release();
      });
    });
    camera.startPreview();
  }

  /** Red, green, blue of a pixel of NV21. */
  private static String yuv(byte[] data, int width, int height, int x, int y) {
    int at = width * height + y / 2 * width + x / 2 * 2;
    return rgb(data[y * width + x] & 255, data[at + 1] & 255, data[at] & 255);
  }

  private static String rgb(int y, int u, int v) {
    return Math.round(y + 1.402f * (v - 128)) + "," + Math.round(y - 0.344f * (u - 128) - 0.714f * (v - 128)) + ","
        + Math.round(y + 1.772f * (u - 128));
  }

  private static String describe(byte[] jpeg) {
    try {
      StringBuilder hex = new StringBuilder();
      for (byte b : MessageDigest.getInstance("SHA-256").digest(jpeg)) hex.append(String.format("%02x", b));
      Bitmap b = BitmapFactory.decodeByteArray(jpeg, 0, jpeg.length);
      return b.getWidth() + "x" + b.getHeight() + " " + Integer.toHexString(b.getPixel(b.getWidth() / 4, b.getHeight() / 4))
          + " " + hex;
    } catch (Exception e) {
      return e.toString();
    }
  }

  private void open(final String id, final int width, final int height) throws Exception {
    thread = new HandlerThread("camera");
    thread.start();
    final Handler handler = new Handler(thread.getLooper());
    final ImageReader yuv = ImageReader.newInstance(width, height, ImageFormat.YUV_420_888, 2);
    final ImageReader jpeg = ImageReader.newInstance(width, height, ImageFormat.JPEG, 1);
    frames = 0;
    getSystemService(CameraManager.class).openCamera(id, new CameraDevice.StateCallback() {
      @Override
      public void onOpened(CameraDevice device) {
        say("opened " + device.getId() + " " + Thread.currentThread().getName());
        try {
          begin(device, yuv, jpeg, handler);
        } catch (Exception e) {
          say("thrown " + e);
        }
      }

      @Override
      public void onDisconnected(CameraDevice device) {
        say("disconnected");
      }

      @Override
      public void onError(CameraDevice device, int error) {
        say("error " + error);
      }

      @Override
      public void onClosed(CameraDevice device) {
        say("closed");
      }
    }, handler);
  }

  private void begin(final CameraDevice device, final ImageReader yuv, final ImageReader jpeg, final Handler handler)
      throws Exception {
    device.createCaptureSession(Arrays.asList(yuv.getSurface(), jpeg.getSurface()),
        new CameraCaptureSession.StateCallback() {
          @Override
          public void onConfigured(CameraCaptureSession session) {
            say("configured");
            try {
              CaptureRequest.Builder preview = device.createCaptureRequest(CameraDevice.TEMPLATE_PREVIEW);
              preview.addTarget(yuv.getSurface());
              yuv.setOnImageAvailableListener(r -> take(r, session, device, jpeg, handler), handler);
              session.setRepeatingRequest(preview.build(), null, handler);
            } catch (Exception e) {
              say("thrown " + e);
            }
          }

          @Override
          public void onConfigureFailed(CameraCaptureSession session) {
            say("not configured");
          }
        }, handler);
  }

  private void take(ImageReader reader, CameraCaptureSession session, CameraDevice device, ImageReader jpeg,
      Handler handler) {
    try (Image image = reader.acquireNextImage()) {
      if (image == null || ++frames > FRAMES) return;
      Image.Plane[] planes = image.getPlanes();
      int x = image.getWidth() / 4;
      int y = image.getHeight() / 4;
      say("image " + frames + " " + image.getWidth() + "x" + image.getHeight() + " " + image.getFormat() + " "
          + image.getTimestamp() / 1000 + " " + rgb(at(planes[0], x, y), at(planes[1], x / 2, y / 2),
              at(planes[2], x / 2, y / 2)));
    }
    if (frames != FRAMES) return;
    try {
      session.stopRepeating();
      CaptureRequest.Builder still = device.createCaptureRequest(CameraDevice.TEMPLATE_STILL_CAPTURE);
      still.addTarget(jpeg.getSurface());
      jpeg.setOnImageAvailableListener(r -> {
        try (Image image = r.acquireLatestImage()) {
          ByteBuffer buffer = image.getPlanes()[0].getBuffer();
          byte[] bytes = new byte[buffer.remaining()];
          buffer.get(bytes);
          say("still " + describe(bytes));
        }
        device.close();
      }, handler);
      session.capture(still.build(), new CameraCaptureSession.CaptureCallback() {
        @Override
        public void onCaptureCompleted(CameraCaptureSession s, CaptureRequest request, TotalCaptureResult result) {
          say("completed " + result.get(CaptureResult.CONTROL_AE_STATE));
        }
      }, handler);
    } catch (Exception e) {
      say("thrown " + e);
    }
  }

  private static int at(Image.Plane plane, int x, int y) {
    return plane.getBuffer().get(y * plane.getRowStride() + x * plane.getPixelStride()) & 255;
  }
}
