package reprise.bed;

import android.media.AudioRecord;

/** The natives of android.media.AudioRecord, on the device; native/framework/services.cc calls. */
final class AudioRecordNatives {
  private static final int BYTES_PER_SAMPLE = 2;
  private static final int SMALLEST_BUFFER = 640;
  /** AudioRecord then is, as on a phone, an object in the state UNINITIALIZED. */
  private static final int NATIVE_INIT_FAILED = -20;

  private AudioRecordNatives() {}

  static int native_get_min_buff_size(int rate, int channels, int format) {
    return SMALLEST_BUFFER;
  }

  static int native_setup(
      AudioRecord record,
      Object weakRecord,
      Object attributes,
      int[] rate,
      int channelMask,
      int channelIndexMask,
      int format,
      int bufferSize,
      int[] session,
      String packageName,
      long nativeRecord) {
    if (Device.get() == null) return NATIVE_INIT_FAILED;
    session[0] = 1;
    return AudioRecord.SUCCESS;
  }

  static int native_start(AudioRecord record, int event, int session) {
    return AudioRecord.SUCCESS;
  }

  static void native_stop(AudioRecord record) {}

  static void native_release(AudioRecord record) {}

  static void native_finalize(AudioRecord record) {}

  static int native_read_in_byte_array(
      AudioRecord record, byte[] data, int offset, int size, boolean blocking) {
    return Device.get().readAudio(data, offset, size);
  }

  static int native_read_in_short_array(
      AudioRecord record, short[] data, int offset, int size, boolean blocking) {
    byte[] bytes = new byte[size * BYTES_PER_SAMPLE];
    int samples = Device.get().readAudio(bytes, 0, bytes.length) / BYTES_PER_SAMPLE;
    for (int i = 0; i < samples; i++) {
      int low = bytes[i * BYTES_PER_SAMPLE] & 0xff;
      int high = bytes[i * BYTES_PER_SAMPLE + 1];
      data[offset + i] = (short) (high << 8 | low);
    }
    return samples;
  }
}
