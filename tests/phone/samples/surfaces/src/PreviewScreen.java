package io.reprise.surfaces;

import android.graphics.SurfaceTexture;
import android.hardware.Camera;
import android.hardware.camera2.CameraCaptureSession;
import android.hardware.camera2.CameraDevice;
import android.hardware.camera2.CameraManager;
import android.hardware.camera2.CaptureRequest;
import android.os.Handler;
import android.view.Surface;
import android.view.SurfaceView;
import android.view.TextureView;
import android.view.View;
import android.widget.FrameLayout;
import java.util.Collections;

/** The preview of a camera, in a SurfaceView and in a TextureView below it. */
public class PreviewScreen extends Screen implements TextureView.SurfaceTextureListener {
  private SurfaceView surface;
  private TextureView texture;
  private int updates;
  private Camera old;

  @Override
  View make() {
    surface = new SurfaceView(this);
    texture = new TextureView(this);
    texture.setSurfaceTextureListener(this);
    FrameLayout.LayoutParams p = new FrameLayout.LayoutParams(200, 100);
    p.leftMargin = 20;
    p.topMargin = 250;
    frame.addView(texture, p);
    return surface;
  }

  @Override
  void act(String what) throws Exception {
    switch (what) {
      case "old surface":
        old = Camera.open(0);
        old.setPreviewDisplay(surface.getHolder());
        old.startPreview();
        break;
      case "old texture":
        old = Camera.open(0);
        old.setPreviewTexture(texture.getSurfaceTexture());
        old.startPreview();
        break;
      case "stop":
        old.stopPreview();
        old.release();
        break;
      case "new surface":
        surface.getHolder().setFixedSize(640, 480);
        open(surface.getHolder().getSurface());
        break;
      case "new texture":
        texture.getSurfaceTexture().setDefaultBufferSize(640, 480);
        open(new Surface(texture.getSurfaceTexture()));
        break;
      case "count":
        say("updates " + updates);
        updates = 0;
        break;
      default:
        say("what is " + what);
    }
  }

  private void open(Surface to) throws Exception {
    Handler main = new Handler();
    getSystemService(CameraManager.class).openCamera("0", new CameraDevice.StateCallback() {
      @Override
      public void onOpened(CameraDevice device) {
        try {
          device.createCaptureSession(Collections.singletonList(to), new CameraCaptureSession.StateCallback() {
            @Override
            public void onConfigured(CameraCaptureSession session) {
              try {
                CaptureRequest.Builder b = device.createCaptureRequest(CameraDevice.TEMPLATE_PREVIEW);
                b.addTarget(to);
                session.setRepeatingRequest(b.build(), null, main);
                say("repeats");
              } catch (Exception e) {
                say("thrown " + e);
              }
            }

            @Override
            public void onConfigureFailed(CameraCaptureSession session) {
              say("not configured");
            }
          }, main);
        } catch (Exception e) {
          say("thrown " + e);
        }
      }

      @Override
      public void onDisconnected(CameraDevice device) {}

      @Override
      public void onError(CameraDevice device, int error) {
        say("error " + error);
      }
    }, main);
  }

  @Override
  public void onSurfaceTextureAvailable(SurfaceTexture t, int width, int height) {}

  @Override
  public void onSurfaceTextureSizeChanged(SurfaceTexture t, int width, int height) {}

  @Override
  public boolean onSurfaceTextureDestroyed(SurfaceTexture t) {
    return true;
  }

  @Override
  public void onSurfaceTextureUpdated(SurfaceTexture t) {
    updates++;
  }
}
