package io.reprise.phone.guest.feed.shadow;

import android.Manifest;
import android.graphics.PixelFormat;
import android.media.ImageReader;
import android.media.MediaRecorder;
import android.os.Parcel;
import android.view.Surface;
import io.reprise.phone.guest.Unsupported;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.feed.sound.Recorder;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The native half of MediaRecorder. */
@Implements(className = "android.media.MediaRecorder")
public class MediaRecorderShadow {
  private static final int INFO = 2;

  private final Recorder recorder = new Recorder();
  private Object self;
  private ImageReader frames;

  @Implementation
  protected void native_setup(Object self, String packageName, Parcel source) {
    this.self = self;
  }

  @Implementation
  protected void setAudioSource(int source) {
    if (!Grants.has(Manifest.permission.RECORD_AUDIO)) throw new RuntimeException("setAudioSource failed.");
    recorder.source(true);
  }

  @Implementation
  protected void setVideoSource(int source) {
    Unsupported.say("MediaRecorder video", "this phone records no video; only sound is written");
    recorder.source(false);
  }

  @Implementation
  protected void setOutputFormat(int format) {
    recorder.format();
  }

  @Implementation
  protected void setAudioEncoder(int encoder) {
    Unsupported.say("MediaRecorder encoder", "this phone has no encoders; sound is written as PCM in MP4");
    recorder.encoder();
  }

  @Implementation
  protected void setVideoEncoder(int encoder) {
    recorder.encoder();
  }

  @Implementation
  protected void setParameter(String pair) {
    int at = pair.indexOf('=');
    if (at > 0) recorder.parameter(pair.substring(0, at), pair.substring(at + 1));
  }

  @Implementation
  protected void setMaxDuration(int ms) {
    recorder.maxDuration(ms);
  }

  /** The app may close it before the recording ends: so it is known by its name. */
  @Implementation
  protected void _setOutputFile(FileDescriptor file) throws IOException {
    int number = ReflectionHelpers.getField(file, "fd");
    recorder.file(Files.readSymbolicLink(Path.of("/proc/self/fd/" + number)));
  }

  @Implementation
  protected void _prepare() {
    recorder.prepare();
  }

  @Implementation
  protected Surface getSurface() {
    if (frames == null) frames = ImageReader.newInstance(1, 1, PixelFormat.RGBA_8888, 1);
    return frames.getSurface();
  }

  @Implementation
  protected void start() {
    recorder.start(() -> ReflectionHelpers.callStaticMethod(MediaRecorder.class, "postEventFromNative",
        ClassParameter.from(Object.class, self), ClassParameter.from(int.class, INFO),
        ClassParameter.from(int.class, MediaRecorder.MEDIA_RECORDER_INFO_MAX_DURATION_REACHED),
        ClassParameter.from(int.class, 0), ClassParameter.from(Object.class, null)));
  }

  @Implementation
  protected void stop() {
    try {
      recorder.stop();
    } catch (IOException e) {
      throw new RuntimeException("stop failed: " + e.getMessage());
    }
  }

  @Implementation
  protected void pause() {
    recorder.pause();
  }

  @Implementation
  protected void resume() {
    recorder.resume();
  }

  @Implementation
  protected int getMaxAmplitude() {
    return recorder.amplitude();
  }

  @Implementation
  protected void native_reset() {
    recorder.reset();
  }

  @Implementation
  protected void release() {
    recorder.reset();
    if (frames != null) frames.close();
    frames = null;
  }
}
