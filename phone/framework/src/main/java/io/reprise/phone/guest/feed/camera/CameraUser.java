package io.reprise.phone.guest.feed.camera;

import android.hardware.camera2.CameraMetadata;
import android.hardware.camera2.CaptureRequest;
import android.hardware.camera2.CaptureResult;
import android.hardware.camera2.ICameraDeviceCallbacks;
import android.hardware.camera2.ICameraDeviceUser;
import android.hardware.camera2.impl.CameraMetadataNative;
import android.hardware.camera2.impl.CaptureResultExtras;
import android.hardware.camera2.impl.PhysicalCaptureResultInfo;
import android.hardware.camera2.params.OutputConfiguration;
import android.hardware.camera2.utils.SubmitInfo;
import android.os.RemoteException;
import android.view.Surface;
import io.reprise.phone.guest.BinderThread;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.surface.SurfaceQueue;
import io.reprise.phone.guest.surface.Surfaces;
import io.reprise.phone.time.Due;
import io.reprise.phone.time.PhoneTime;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;

/**
 * The service's side of one open camera, behind Android's own CameraDeviceImpl:
 * thirty frames a second, each for one request, the single ones before the one that
 * repeats. Any thread; its lock is held shortly.
 */
final class CameraUser {
  private static final long NONE = -1;

  /** A request as it was when it was submitted: the app's own forgets its streams afterwards. */
  private record Capture(CameraMetadataNative settings, int id, int index, List<Surface> targets) {}

  private final int camera;
  private final ICameraDeviceCallbacks callbacks;
  private final Map<Integer, OutputConfiguration> streams = new HashMap<>();
  private final Deque<Capture> single = new ArrayDeque<>();
  private List<Capture> repeating = List.of();
  private int repeatingNext;
  private long lastRepeated = NONE;
  private int lastId;
  private int lastStream;
  private long frame;
  private boolean busy;
  private boolean focused;
  private boolean closed;
  private Due next;

  CameraUser(int camera, ICameraDeviceCallbacks callbacks) {
    this.camera = camera;
    this.callbacks = callbacks;
  }

  ICameraDeviceUser binder() {
    return Binders.make(ICameraDeviceUser.class, this::call);
  }

  private synchronized Object call(Object proxy, Method m, Object[] a) {
    switch (m.getName()) {
      case "submitRequestList" -> {
        return submit((CaptureRequest[]) a[0], (Boolean) a[1]);
      }
      case "submitRequest" -> {
        return submit(new CaptureRequest[] {(CaptureRequest) a[0]}, (Boolean) a[1]);
      }
      case "cancelRequest", "flush" -> {
        if (m.getName().equals("flush")) single.clear();
        return stopRepeating();
      }
      case "createStream" -> {
        streams.put(++lastStream, (OutputConfiguration) a[0]);
        return lastStream;
      }
      case "deleteStream" -> streams.remove((Integer) a[0]);
      case "updateOutputConfiguration", "finalizeOutputConfigurations" ->
          streams.put((Integer) a[0], (OutputConfiguration) a[1]);
      case "endConfigure" -> {
        return new int[0];
      }
      case "isSessionConfigurationSupported" -> {
        return true;
      }
      case "createDefaultRequest" -> {
        return Characteristics.template(camera, (Integer) a[0]);
      }
      case "getCameraInfo" -> {
        return Characteristics.of(camera);
      }
      case "disconnect" -> {
        closed = true;
        repeating = List.of();
        single.clear();
        if (next != null) next.cancel();
      }
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
    return null;
  }

  private SubmitInfo submit(CaptureRequest[] requests, boolean streaming) {
    int id = ++lastId;
    long last;
    if (streaming) {
      last = stopRepeating();
      repeating = captures(requests, id);
      repeatingNext = 0;
    } else {
      single.addAll(captures(requests, id));
      last = frame + single.size() - 1;
    }
    busy = true;
    schedule();
    return new SubmitInfo(id, last);
  }

  private List<Capture> captures(CaptureRequest[] requests, int id) {
    List<Capture> all = new ArrayList<>();
    for (CaptureRequest r : requests) {
      int[] ids = ReflectionHelpers.getField(r, "mStreamIdxArray");
      int[] places = ReflectionHelpers.getField(r, "mSurfaceIdxArray");
      List<Surface> targets = new ArrayList<>();
      for (int i = 0; ids != null && i < ids.length; i++) {
        OutputConfiguration output = streams.get(ids[i]);
        if (output != null && places[i] < output.getSurfaces().size()) targets.add(output.getSurfaces().get(places[i]));
      }
      all.add(new Capture(ReflectionHelpers.getField(r, "mLogicalCameraSettings"), id, all.size(), targets));
    }
    return all;
  }

  /** Number of its last frame. */
  private long stopRepeating() {
    repeating = List.of();
    long last = lastRepeated;
    lastRepeated = NONE;
    schedule();
    return last;
  }

  /** At fixed times, so that the rate does not depend on the app's. */
  private void schedule() {
    if (next != null || closed || !busy) return;
    long at = (PhoneTime.uptimeNanos() / Characteristics.FRAME_NS + 1) * Characteristics.FRAME_NS;
    boolean waited = !single.isEmpty() || repeating.isEmpty();
    next = waited ? PhoneTime.at(at, () -> frame(at)) : PhoneTime.atAmbient(at, () -> frame(at));
  }

  private synchronized void frame(long at) {
    next = null;
    if (closed) return;
    Capture capture = single.poll();
    if (capture == null && !repeating.isEmpty()) {
      capture = repeating.get(repeatingNext);
      repeatingNext = (repeatingNext + 1) % repeating.size();
      lastRepeated = frame;
    }
    if (capture == null) {
      busy = false;
      tell(callbacks::onDeviceIdle);
      return;
    }
    give(capture, frame++, at);
    schedule();
  }

  private void give(Capture capture, long number, long at) {
    CaptureResultExtras extras = new CaptureResultExtras(capture.id(), capture.index(), 0, 0, number, 1, -1, null,
        number - 1, NONE, NONE, false, 0);
    CameraMetadataNative result = result(capture.settings(), at);
    Byte quality = capture.settings().get(CaptureRequest.JPEG_QUALITY);
    tell(() -> callbacks.onCaptureStarted(extras, at));
    tell(() -> callbacks.onResultReceived(result, extras, new PhysicalCaptureResultInfo[0]));
    for (Surface surface : capture.targets()) tell(() -> picture(surface, quality == null ? 95 : quality, at));
  }

  private void picture(Surface surface, int quality, long at) {
    Readers.Queue queue = Readers.of(surface);
    if (queue == null) {
      SurfaceQueue shown = Surfaces.of(surface);
      if (shown != null) shown.show(Scene.preview(camera, shown.width(), shown.height()));
      return;
    }
    byte[] image = Readers.image(camera, queue, quality);
    if (image != null) queue.put(new Readers.Frame(image, at));
  }

  private CameraMetadataNative result(CameraMetadataNative settings, long at) {
    CameraMetadataNative r = new CameraMetadataNative(settings);
    Integer trigger = settings.get(CaptureRequest.CONTROL_AF_TRIGGER);
    if (trigger != null && trigger == CameraMetadata.CONTROL_AF_TRIGGER_START) focused = true;
    if (trigger != null && trigger == CameraMetadata.CONTROL_AF_TRIGGER_CANCEL) focused = false;
    Integer mode = settings.get(CaptureRequest.CONTROL_AF_MODE);
    boolean off = mode == null || mode == CameraMetadata.CONTROL_AF_MODE_OFF;
    r.set(CaptureResult.CONTROL_AF_STATE, off ? CameraMetadata.CONTROL_AF_STATE_INACTIVE
        : focused ? CameraMetadata.CONTROL_AF_STATE_FOCUSED_LOCKED : CameraMetadata.CONTROL_AF_STATE_PASSIVE_FOCUSED);
    r.set(CaptureResult.CONTROL_AE_STATE, CameraMetadata.CONTROL_AE_STATE_CONVERGED);
    r.set(CaptureResult.CONTROL_AWB_STATE, CameraMetadata.CONTROL_AWB_STATE_CONVERGED);
    r.set(CaptureResult.FLASH_STATE, CameraMetadata.FLASH_STATE_READY);
    r.set(CaptureResult.LENS_STATE, CameraMetadata.LENS_STATE_STATIONARY);
    r.set(CaptureResult.SENSOR_TIMESTAMP, at);
    r.set(CaptureResult.SENSOR_EXPOSURE_TIME, 10_000_000L);
    r.set(CaptureResult.SENSOR_FRAME_DURATION, Characteristics.FRAME_NS);
    r.set(CaptureResult.SENSOR_SENSITIVITY, 100);
    r.set(CaptureResult.REQUEST_PIPELINE_DEPTH, (byte) 1);
    return r;
  }

  private interface Call {
    void make() throws RemoteException;
  }

  private static void tell(Call call) {
    BinderThread.post(() -> {
      try {
        call.make();
      } catch (RemoteException e) {
        throw new IllegalStateException(e);
      }
    });
  }
}
