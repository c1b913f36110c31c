package io.reprise.phone.guest.feed.shadow;

import android.Manifest;
import android.graphics.SurfaceTexture;
import android.hardware.Camera;
import android.view.Surface;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.feed.camera.OldCamera;
import io.reprise.phone.guest.feed.camera.Scene;
import io.reprise.phone.guest.surface.Surfaces;
import io.reprise.phone.guest.surface.shadow.PhoneSurfaceTexture;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;

/** The native half of the old camera. */
@Implements(className = "android.hardware.Camera")
public class CameraShadow {
  private static final int EACCES = -13;

  private OldCamera camera;

  @Implementation
  protected static int getNumberOfCameras() {
    return 2;
  }

  @Implementation
  protected static void _getCameraInfo(int id, boolean portrait, Camera.CameraInfo info) {
    if (id < 0 || id > 1) throw new RuntimeException("Fail to get camera info");
    info.facing = id == Scene.BACK ? Camera.CameraInfo.CAMERA_FACING_BACK : Camera.CameraInfo.CAMERA_FACING_FRONT;
    info.orientation = 0;
    info.canDisableShutterSound = true;
  }

  @Implementation
  protected int native_setup(Object self, int id, String packageName, boolean portrait, boolean slowJpeg) {
    if (!Grants.has(Manifest.permission.CAMERA)) return EACCES;
    if (id < 0 || id > 1) return -22;
    camera = new OldCamera(self, id);
    return 0;
  }

  @Implementation
  protected void native_release() {
    if (camera != null) camera.release();
  }

  @Implementation
  protected String native_getParameters() {
    return camera.parameters();
  }

  @Implementation
  protected void native_setParameters(String flat) {
    camera.setParameters(flat);
  }

  @Implementation
  protected void setPreviewSurface(Surface surface) {
    camera.show(Surfaces.of(surface));
  }

  @Implementation
  protected void setPreviewTexture(SurfaceTexture texture) {
    PhoneSurfaceTexture shadow = texture == null ? null : Shadow.extract(texture);
    camera.show(shadow == null ? null : shadow.queue());
  }

  @Implementation
  protected void startPreview() {
    camera.startPreview();
  }

  @Implementation
  protected void _stopPreview() {
    camera.stopPreview();
  }

  @Implementation
  protected boolean previewEnabled() {
    return camera.previews();
  }

  @Implementation
  protected void setHasPreviewCallback(boolean installed, boolean manualBuffers) {
    camera.wantFrames(installed, manualBuffers);
  }

  @Implementation
  protected void _addCallbackBuffer(byte[] buffer, int kind) {
    camera.addBuffer(buffer, kind);
  }

  @Implementation
  protected void native_autoFocus() {
    camera.autoFocus();
  }

  @Implementation
  protected void native_cancelAutoFocus() {
    camera.cancelAutoFocus();
  }

  @Implementation
  protected void native_takePicture(int messages) {
    camera.takePicture(messages);
  }

  @Implementation
  protected boolean _enableShutterSound(boolean enabled) {
    return true;
  }
}
