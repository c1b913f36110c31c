package reprise.apps.camera;

import android.app.Application;
import android.hardware.Camera;
import reprise.apps.Transcript;

/** Looks through the camera for three frames, then takes a picture. */
public final class Main extends Application {
  private static final int FRAMES = 3;

  private Camera camera;
  private int frames;

  @Override
  public void onCreate() {
    super.onCreate();
    try {
      camera = Camera.open();
    } catch (RuntimeException e) {
      Transcript.line("open", e);
      Transcript.end();
    }
    Camera.Parameters parameters = camera.getParameters();
    Camera.Size size = parameters.getPreviewSize();
    Transcript.line("preview of " + size.width + " by " + size.height);
    parameters.setPreviewSize(size.width / 2, size.height / 2);
    camera.setParameters(parameters);
    camera.setPreviewCallback(this::onPreviewFrame);
    camera.startPreview();
    Transcript.line("preview started");
  }

  private void onPreviewFrame(byte[] frame, Camera from) {
    if (frames == FRAMES) return;
    frames++;
    Transcript.line("frame " + frames + ": " + Transcript.digest(frame, frame.length));
    if (frames < FRAMES) return;
    camera.setPreviewCallback(null);
    camera.takePicture(() -> Transcript.line("shutter"), null, this::onPicture);
  }

  private void onPicture(byte[] jpeg, Camera from) {
    Transcript.line("picture: " + Transcript.digest(jpeg, jpeg.length));
    camera.stopPreview();
    camera.release();
    try {
      camera.getParameters();
    } catch (RuntimeException e) {
      Transcript.line("getParameters after release", e);
    }
    Transcript.end();
  }
}
