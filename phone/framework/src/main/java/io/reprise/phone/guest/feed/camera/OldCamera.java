package io.reprise.phone.guest.feed.camera;

import android.hardware.Camera;
import android.util.Size;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.time.Due;
import io.reprise.phone.time.PhoneTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The native half of one android.hardware.Camera: parameters, a preview of thirty
 * frames a second, focus and pictures. Any thread; its lock is held shortly.
 */
public final class OldCamera {
  private static final int SHUTTER = 0x02;
  private static final int FOCUS = 0x04;
  private static final int PREVIEW_FRAME = 0x10;
  private static final int POSTVIEW_FRAME = 0x40;
  private static final int RAW_IMAGE = 0x80;
  private static final int COMPRESSED_IMAGE = 0x100;
  private static final int PREVIEW_BUFFER = 0x10;
  private static final long FRAME_NS = 33_333_333;
  private static final long FOCUS_NS = 200_000_000;
  private static final long PICTURE_NS = 300_000_000;

  private final Object self;
  private final int id;
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final Deque<byte[]> buffers = new ArrayDeque<>();
  private boolean previews;
  private boolean wants;
  private boolean withBuffers;
  private SurfaceQueue shown;
  private Due next;
  private Due focus;

  /** `self`: the weak reference to the camera that callbacks go to. */
  public OldCamera(Object self, int id) {
    this.self = self;
    this.id = id;
    StringBuilder sizes = new StringBuilder();
    for (Size s : Scene.SIZES) sizes.append(sizes.length() == 0 ? "" : ",").append(s.getWidth()).append('x').append(s.getHeight());
    String[] all = {
      "preview-size", "640x480", "preview-size-values", sizes.toString(),
      "picture-size", "1280x960", "picture-size-values", sizes.toString(),
      "video-size", "640x480", "video-size-values", sizes.toString(),
      "preferred-preview-size-for-video", "1280x720",
      "preview-format", "yuv420sp", "preview-format-values", "yuv420sp,yuv420p",
      "picture-format", "jpeg", "picture-format-values", "jpeg",
      "preview-frame-rate", "30", "preview-frame-rate-values", "30",
      "preview-fps-range", "30000,30000", "preview-fps-range-values", "(30000,30000)",
      "jpeg-quality", "95", "jpeg-thumbnail-quality", "90", "jpeg-thumbnail-width", "0", "jpeg-thumbnail-height", "0",
      "jpeg-thumbnail-size-values", "0x0", "rotation", "0",
      "focus-mode", id == Scene.BACK ? "auto" : "fixed",
      "focus-mode-values", id == Scene.BACK ? "auto,continuous-picture,continuous-video,infinity,macro" : "fixed",
      "flash-mode", "off", "flash-mode-values", id == Scene.BACK ? "off,on,auto,torch" : "off",
      "focal-length", "3.5", "focus-distances", "0.95,1.9,Infinity",
      "horizontal-view-angle", "60", "vertical-view-angle", "46.8",
      "whitebalance", "auto", "whitebalance-values", "auto", "effect", "none", "effect-values", "none",
      "scene-mode", "auto", "scene-mode-values", "auto", "antibanding", "auto", "antibanding-values", "auto",
      "exposure-compensation", "0", "max-exposure-compensation", "0", "min-exposure-compensation", "0",
      "exposure-compensation-step", "0", "zoom", "0", "max-zoom", "0", "zoom-supported", "false",
      "smooth-zoom-supported", "false", "max-num-focus-areas", "0", "max-num-metering-areas", "0",
      "max-num-detected-faces-hw", "0", "max-num-detected-faces-sw", "0", "recording-hint", "false",
      "video-snapshot-supported", "false", "auto-exposure-lock-supported", "false",
      "auto-whitebalance-lock-supported", "false", "video-stabilization-supported", "false",
    };
    for (int i = 0; i < all.length; i += 2) parameters.put(all[i], all[i + 1]);
  }

  public synchronized String parameters() {
    StringBuilder out = new StringBuilder();
    parameters.forEach((k, v) -> out.append(out.length() == 0 ? "" : ";").append(k).append('=').append(v));
    return out.toString();
  }

  /** Refuses what a camera without it refuses. */
  public synchronized void setParameters(String flat) {
    Map<String, String> wanted = new LinkedHashMap<>();
    for (String pair : flat.split(";")) {
      int at = pair.indexOf('=');
      if (at > 0) wanted.put(pair.substring(0, at), pair.substring(at + 1));
    }
    for (String name : new String[] {"preview-size", "picture-size", "preview-format", "picture-format", "focus-mode",
        "flash-mode"}) {
      String value = wanted.get(name);
      if (value != null && !("," + parameters.get(name + "-values") + ",").contains("," + value + ",")) {
        throw new RuntimeException("setParameters failed");
      }
    }
    parameters.putAll(wanted);
  }

  private Size size(String name) {
    return Size.parseSize(parameters.get(name));
  }

  public synchronized void startPreview() {
    if (previews) return;
    previews = true;
    schedule();
  }

  public synchronized void stopPreview() {
    previews = false;
    if (next != null) next.cancel();
    next = null;
    buffers.clear();
  }

  public synchronized boolean previews() {
    return previews;
  }

  public synchronized void release() {
    stopPreview();
    wants = false;
    if (focus != null) focus.cancel();
  }

  /** The app wants the next frame; or, with buffers, one for each that it gave. */
  public synchronized void wantFrames(boolean installed, boolean manualBuffers) {
    wants = installed;
    withBuffers = manualBuffers;
    schedule();
  }

  public synchronized void addBuffer(byte[] buffer, int kind) {
    if (kind != PREVIEW_BUFFER) return;
    buffers.add(buffer);
    schedule();
  }

  /** The preview is shown there; null = nowhere. */
  public synchronized void show(SurfaceQueue queue) {
    shown = queue;
    schedule();
  }

  /** Frames are at fixed times, so that the rate does not depend on the app's. */
  private void schedule() {
    boolean called = wants && !(withBuffers && buffers.isEmpty());
    if (!previews || next != null || !called && shown == null) return;
    long now = PhoneTime.uptimeNanos();
    next = PhoneTime.atAmbient((now / FRAME_NS + 1) * FRAME_NS, this::frame);
  }

  private synchronized void frame() {
    next = null;
    if (!previews) return;
    Size size = size("preview-size");
    // As a device does, in its own size whatever that of the surface is.
    if (shown != null) shown.show(Scene.preview(id, size.getWidth(), size.getHeight()));
    if (wants) call(size);
    schedule();
  }

  private void call(Size size) {
    byte[] frame = parameters.get("preview-format").equals("yuv420p")
        ? yv12(size) : Scene.nv21(id, size.getWidth(), size.getHeight());
    if (withBuffers) {
      byte[] to = buffers.poll();
      if (to == null) return;
      if (to.length < frame.length) return; // Android drops the frame and the buffer
      System.arraycopy(frame, 0, to, 0, frame.length);
      tell(PREVIEW_FRAME, 0, to);
    } else {
      wants = false; // until the app has taken it
      tell(PREVIEW_FRAME, 0, frame);
    }
  }

  /** V before U. */
  private byte[] yv12(Size size) {
    byte[] i420 = Scene.i420(id, size.getWidth(), size.getHeight());
    byte[] out = i420.clone();
    int luma = size.getWidth() * size.getHeight();
    int chroma = (i420.length - luma) / 2;
    System.arraycopy(i420, luma, out, luma + chroma, chroma);
    System.arraycopy(i420, luma + chroma, out, luma, chroma);
    return out;
  }

  public synchronized void autoFocus() {
    if (focus != null) focus.cancel();
    focus = PhoneTime.at(PhoneTime.uptimeNanos() + FOCUS_NS, () -> tell(FOCUS, 1, null));
  }

  public synchronized void cancelAutoFocus() {
    if (focus != null) focus.cancel();
  }

  /** The preview stops, as it does on a phone. */
  public synchronized void takePicture(int messages) {
    stopPreview();
    Size size = size("picture-size");
    int quality = Integer.parseInt(parameters.get("jpeg-quality"));
    PhoneTime.at(PhoneTime.uptimeNanos() + PICTURE_NS, () -> {
      if ((messages & SHUTTER) != 0) tell(SHUTTER, 0, null);
      if ((messages & RAW_IMAGE) != 0) tell(RAW_IMAGE, 0, null);
      if ((messages & POSTVIEW_FRAME) != 0) tell(POSTVIEW_FRAME, 0, null);
      if ((messages & COMPRESSED_IMAGE) != 0) {
        tell(COMPRESSED_IMAGE, 0, Scene.jpeg(id, size.getWidth(), size.getHeight(), quality));
      }
    });
  }

  private void tell(int what, int argument, Object data) {
    ReflectionHelpers.callStaticMethod(Camera.class, "postEventFromNative", ClassParameter.from(Object.class, self),
        ClassParameter.from(int.class, what), ClassParameter.from(int.class, argument),
        ClassParameter.from(int.class, 0), ClassParameter.from(Object.class, data));
  }
}
