package io.reprise.phone.guest.feed.camera;

import android.graphics.Rect;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraMetadata;
import android.hardware.camera2.CaptureRequest;
import android.hardware.camera2.CaptureResult;
import android.hardware.camera2.impl.CameraMetadataNative;
import android.hardware.camera2.params.StreamConfiguration;
import android.hardware.camera2.params.StreamConfigurationDuration;
import android.util.Range;
import android.util.Rational;
import android.util.Size;
import android.util.SizeF;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * What the cameras say of themselves, and the settings that a request begins with.
 * They are mounted upright: a picture is seen as the host gave it.
 */
final class Characteristics {
  static final long FRAME_NS = 33_333_333;
  private static final int YUV = 0x23;
  private static final int BLOB = 0x21;
  private static final int PRIVATE = 0x22;

  private Characteristics() {}

  static CameraMetadataNative of(int camera) {
    CameraMetadataNative m = new CameraMetadataNative();
    boolean back = camera == Scene.BACK;
    Size most = Scene.SIZES[0];
    m.set(CameraCharacteristics.LENS_FACING,
        back ? CameraMetadata.LENS_FACING_BACK : CameraMetadata.LENS_FACING_FRONT);
    m.set(CameraCharacteristics.SENSOR_ORIENTATION, 0);
    m.set(CameraCharacteristics.INFO_SUPPORTED_HARDWARE_LEVEL,
        CameraMetadata.INFO_SUPPORTED_HARDWARE_LEVEL_LIMITED);
    m.set(CameraCharacteristics.REQUEST_AVAILABLE_CAPABILITIES,
        new int[] {CameraMetadata.REQUEST_AVAILABLE_CAPABILITIES_BACKWARD_COMPATIBLE});
    m.set(CameraCharacteristics.REQUEST_MAX_NUM_OUTPUT_STREAMS, new int[] {0, 3, 1});
    m.set(CameraCharacteristics.REQUEST_PARTIAL_RESULT_COUNT, 1);
    m.set(CameraCharacteristics.REQUEST_PIPELINE_MAX_DEPTH, (byte) 4);
    m.set(CameraCharacteristics.SENSOR_INFO_ACTIVE_ARRAY_SIZE, new Rect(0, 0, most.getWidth(), most.getHeight()));
    m.set(CameraCharacteristics.SENSOR_INFO_PRE_CORRECTION_ACTIVE_ARRAY_SIZE,
        new Rect(0, 0, most.getWidth(), most.getHeight()));
    m.set(CameraCharacteristics.SENSOR_INFO_PIXEL_ARRAY_SIZE, most);
    m.set(CameraCharacteristics.SENSOR_INFO_PHYSICAL_SIZE, new SizeF(3.2f, 2.4f));
    m.set(CameraCharacteristics.SENSOR_INFO_TIMESTAMP_SOURCE, CameraMetadata.SENSOR_INFO_TIMESTAMP_SOURCE_REALTIME);
    m.set(CameraCharacteristics.FLASH_INFO_AVAILABLE, back);
    m.set(CameraCharacteristics.LENS_INFO_AVAILABLE_FOCAL_LENGTHS, new float[] {3.5f});
    m.set(CameraCharacteristics.LENS_INFO_AVAILABLE_APERTURES, new float[] {2.0f});
    m.set(CameraCharacteristics.LENS_INFO_MINIMUM_FOCUS_DISTANCE, back ? 10f : 0f);
    m.set(CameraCharacteristics.LENS_INFO_AVAILABLE_OPTICAL_STABILIZATION, new int[] {0});
    m.set(CameraCharacteristics.CONTROL_AVAILABLE_MODES, new int[] {CameraMetadata.CONTROL_MODE_AUTO});
    m.set(CameraCharacteristics.CONTROL_AF_AVAILABLE_MODES, back ? new int[] {0, 1, 3, 4} : new int[] {0});
    m.set(CameraCharacteristics.CONTROL_AE_AVAILABLE_MODES, back ? new int[] {1, 2, 3} : new int[] {1});
    m.set(CameraCharacteristics.CONTROL_AWB_AVAILABLE_MODES, new int[] {1});
    m.set(CameraCharacteristics.CONTROL_AE_AVAILABLE_ANTIBANDING_MODES, new int[] {3});
    m.set(CameraCharacteristics.CONTROL_AVAILABLE_EFFECTS, new int[] {0});
    m.set(CameraCharacteristics.CONTROL_AVAILABLE_SCENE_MODES, new int[] {0});
    m.set(CameraCharacteristics.CONTROL_AVAILABLE_VIDEO_STABILIZATION_MODES, new int[] {0});
    m.set(CameraCharacteristics.CONTROL_AE_COMPENSATION_RANGE, new Range<>(0, 0));
    m.set(CameraCharacteristics.CONTROL_AE_COMPENSATION_STEP, new Rational(0, 1));
    m.set(CameraCharacteristics.CONTROL_AE_LOCK_AVAILABLE, false);
    m.set(CameraCharacteristics.CONTROL_AWB_LOCK_AVAILABLE, false);
    m.set(CameraCharacteristics.CONTROL_MAX_REGIONS, new int[] {0, 0, 0});
    m.set(CameraCharacteristics.SCALER_AVAILABLE_MAX_DIGITAL_ZOOM, 1f);
    m.set(CameraCharacteristics.SCALER_CROPPING_TYPE, CameraMetadata.SCALER_CROPPING_TYPE_CENTER_ONLY);
    m.set(CameraCharacteristics.CONTROL_ZOOM_RATIO_RANGE, new Range<>(1f, 1f));
    m.set(CameraCharacteristics.STATISTICS_INFO_AVAILABLE_FACE_DETECT_MODES, new int[] {0});
    m.set(CameraCharacteristics.STATISTICS_INFO_MAX_FACE_COUNT, 0);
    m.set(CameraCharacteristics.JPEG_AVAILABLE_THUMBNAIL_SIZES, new Size[] {new Size(0, 0)});
    m.set(CameraCharacteristics.SYNC_MAX_LATENCY, 0);
    fps(m);
    streams(m);
    keys(m);
    return m;
  }

  @SuppressWarnings("unchecked")
  private static void fps(CameraMetadataNative m) {
    m.set(CameraCharacteristics.CONTROL_AE_AVAILABLE_TARGET_FPS_RANGES, new Range[] {new Range<>(30, 30)});
  }

  private static void streams(CameraMetadataNative m) {
    List<StreamConfiguration> all = new ArrayList<>();
    List<StreamConfigurationDuration> frames = new ArrayList<>();
    List<StreamConfigurationDuration> stalls = new ArrayList<>();
    for (int format : new int[] {PRIVATE, YUV, BLOB}) {
      for (Size s : Scene.SIZES) {
        all.add(new StreamConfiguration(format, s.getWidth(), s.getHeight(), false));
        frames.add(new StreamConfigurationDuration(format, s.getWidth(), s.getHeight(), FRAME_NS));
        stalls.add(new StreamConfigurationDuration(format, s.getWidth(), s.getHeight(), format == BLOB ? FRAME_NS : 0));
      }
    }
    m.set(CameraCharacteristics.SCALER_AVAILABLE_STREAM_CONFIGURATIONS, all.toArray(new StreamConfiguration[0]));
    m.set(CameraCharacteristics.SCALER_AVAILABLE_MIN_FRAME_DURATIONS,
        frames.toArray(new StreamConfigurationDuration[0]));
    m.set(CameraCharacteristics.SCALER_AVAILABLE_STALL_DURATIONS, stalls.toArray(new StreamConfigurationDuration[0]));
  }

  /** Which keys there are: as the numbers that the metadata's native half gives them. */
  private static void keys(CameraMetadataNative m) {
    m.set(CameraCharacteristics.REQUEST_AVAILABLE_REQUEST_KEYS, tags(CaptureRequest.class));
    m.set(CameraCharacteristics.REQUEST_AVAILABLE_RESULT_KEYS, tags(CaptureResult.class));
    m.set(CameraCharacteristics.REQUEST_AVAILABLE_CHARACTERISTICS_KEYS, tags(CameraCharacteristics.class));
    m.set(CameraCharacteristics.REQUEST_AVAILABLE_SESSION_KEYS, new int[0]);
  }

  private static int[] tags(Class<?> type) {
    List<Integer> tags = new ArrayList<>();
    for (Field f : type.getFields()) {
      if (!Modifier.isStatic(f.getModifiers())) continue;
      try {
        Object key = f.get(null);
        if (key instanceof CaptureRequest.Key<?> k) tags.add(k.getName().hashCode());
        if (key instanceof CaptureResult.Key<?> k) tags.add(k.getName().hashCode());
        if (key instanceof CameraCharacteristics.Key<?> k) tags.add(k.getName().hashCode());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    return tags.stream().mapToInt(Integer::intValue).toArray();
  }

  /** CameraDevice.TEMPLATE_*. */
  static CameraMetadataNative template(int camera, int kind) {
    CameraMetadataNative m = new CameraMetadataNative();
    boolean back = camera == Scene.BACK;
    m.set(CaptureRequest.CONTROL_CAPTURE_INTENT, kind);
    m.set(CaptureRequest.CONTROL_MODE, CameraMetadata.CONTROL_MODE_AUTO);
    m.set(CaptureRequest.CONTROL_AE_MODE, CameraMetadata.CONTROL_AE_MODE_ON);
    m.set(CaptureRequest.CONTROL_AWB_MODE, CameraMetadata.CONTROL_AWB_MODE_AUTO);
    m.set(CaptureRequest.CONTROL_AF_MODE,
        back ? CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_PICTURE : CameraMetadata.CONTROL_AF_MODE_OFF);
    m.set(CaptureRequest.CONTROL_AF_TRIGGER, CameraMetadata.CONTROL_AF_TRIGGER_IDLE);
    m.set(CaptureRequest.CONTROL_AE_PRECAPTURE_TRIGGER, CameraMetadata.CONTROL_AE_PRECAPTURE_TRIGGER_IDLE);
    m.set(CaptureRequest.CONTROL_AE_TARGET_FPS_RANGE, new Range<>(30, 30));
    m.set(CaptureRequest.CONTROL_ZOOM_RATIO, 1f);
    m.set(CaptureRequest.FLASH_MODE, CameraMetadata.FLASH_MODE_OFF);
    m.set(CaptureRequest.JPEG_QUALITY, (byte) 95);
    m.set(CaptureRequest.JPEG_ORIENTATION, 0);
    return m;
  }
}
