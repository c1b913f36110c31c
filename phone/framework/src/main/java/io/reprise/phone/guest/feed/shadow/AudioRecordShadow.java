package io.reprise.phone.guest.feed.shadow;

import android.Manifest;
import android.media.AudioFormat;
import android.media.AudioRecord;
import android.media.AudioTimestamp;
import android.os.Parcel;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.feed.sound.Capture;
import io.reprise.phone.time.Due;
import io.reprise.phone.time.PhoneTime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The native half of AudioRecord. */
@Implements(className = "android.media.AudioRecord")
public class AudioRecordShadow {
  private static final int SUCCESS = 0;
  private static final int ERROR = -1;
  private static final int ERROR_BAD_VALUE = -2;
  private static final int MARKER = 2;
  private static final int NEW_POSITION = 3;
  /** Of sound that a buffer has to hold at least. */
  private static final int MIN_BUFFER_MS = 40;

  @RealObject private AudioRecord real;
  private Object self;
  private volatile Capture capture;
  private int marker;
  private int period;
  private Due markerDue;
  private Due periodDue;

  @Implementation
  protected static int native_get_min_buff_size(int rate, int channels, int format) {
    if (rate < 4_000 || rate > 192_000) return ERROR_BAD_VALUE;
    return rate * MIN_BUFFER_MS / 1000 * channels * AudioFormat.getBytesPerSample(format);
  }

  @Implementation
  protected int native_setup(Object self, Object attributes, int[] rate, int channelMask, int channelIndexMask,
      int format, int bufferBytes, int[] session, Parcel source, long shared, int historyMs, int flags) {
    if (!Grants.has(Manifest.permission.RECORD_AUDIO)) return ERROR;
    this.self = self;
    if (rate[0] == 0) rate[0] = 48_000;
    if (session[0] == 0) session[0] = 1;
    return SUCCESS;
  }

  private int frameBytes() {
    return real.getChannelCount() * AudioFormat.getBytesPerSample(real.getAudioFormat());
  }

  @Implementation
  protected int native_get_buffer_size_in_frames() {
    return ReflectionHelpers.<Integer>getField(real, "mNativeBufferSizeInBytes") / Math.max(1, frameBytes());
  }

  @Implementation
  protected int native_start(int syncEvent, int session) {
    stopped();
    capture = new Capture(real.getSampleRate(), real.getChannelCount(), Math.max(1, native_get_buffer_size_in_frames()));
    notifyMarker();
    notifyPeriod(1);
    return SUCCESS;
  }

  @Implementation
  protected void native_stop() {
    stopped();
  }

  @Implementation
  protected void native_release() {
    stopped();
  }

  @Implementation
  protected void native_finalize() {
    stopped();
  }

  private void stopped() {
    Capture c = capture;
    if (c != null) c.stop();
    if (markerDue != null) markerDue.cancel();
    if (periodDue != null) periodDue.cancel();
  }

  /** Samples as floats; fewer than asked for if it was stopped. */
  private float[] samples(int count, boolean blocking) {
    Capture c = capture;
    if (c == null) return new float[0];
    int channels = real.getChannelCount();
    float[] all = new float[count / channels * channels];
    int got = c.read(all, blocking);
    return got == all.length ? all : java.util.Arrays.copyOf(all, got);
  }

  @Implementation
  protected int native_read_in_float_array(float[] to, int offset, int size, boolean blocking) {
    float[] all = samples(size, blocking);
    System.arraycopy(all, 0, to, offset, all.length);
    return all.length;
  }

  @Implementation
  protected int native_read_in_short_array(short[] to, int offset, int size, boolean blocking) {
    float[] all = samples(size, blocking);
    for (int i = 0; i < all.length; i++) to[offset + i] = pcm16(all[i]);
    return all.length;
  }

  @Implementation
  protected int native_read_in_byte_array(byte[] to, int offset, int size, boolean blocking) {
    return fill(ByteBuffer.wrap(to, offset, size), size, blocking);
  }

  @Implementation
  protected int native_read_in_direct_buffer(Object buffer, int size, boolean blocking) {
    return fill(((ByteBuffer) buffer).duplicate().clear(), size, blocking);
  }

  private int fill(ByteBuffer to, int size, boolean blocking) {
    int bytes = AudioFormat.getBytesPerSample(real.getAudioFormat());
    float[] all = samples(size / bytes, blocking);
    to.order(ByteOrder.nativeOrder());
    for (float f : all) {
      if (bytes == 1) to.put((byte) (128 + Math.round(f * 127)));
      else if (bytes == 4) to.putFloat(f);
      else to.putShort(pcm16(f));
    }
    return all.length * bytes;
  }

  private static short pcm16(float f) {
    return (short) Math.max(-32768, Math.min(32767, Math.round(f * 32768)));
  }

  @Implementation
  protected int native_get_timestamp(AudioTimestamp to, int timebase) {
    Capture c = capture;
    if (c == null) return ERROR;
    to.framePosition = c.came();
    to.nanoTime = PhoneTime.uptimeNanos();
    return SUCCESS;
  }

  @Implementation
  protected int native_set_marker_pos(int frames) {
    marker = frames;
    if (capture != null) notifyMarker();
    return SUCCESS;
  }

  @Implementation
  protected int native_get_marker_pos() {
    return marker;
  }

  @Implementation
  protected int native_set_pos_update_period(int frames) {
    period = frames;
    if (capture != null) notifyPeriod(frames == 0 ? 1 : capture.came() / frames + 1);
    return SUCCESS;
  }

  @Implementation
  protected int native_get_pos_update_period() {
    return period;
  }

  private void notifyMarker() {
    if (markerDue != null) markerDue.cancel();
    if (marker > 0) markerDue = PhoneTime.atAmbient(capture.due(marker), () -> tell(MARKER));
  }

  private void notifyPeriod(long times) {
    if (periodDue != null) periodDue.cancel();
    if (period <= 0) return;
    periodDue = PhoneTime.atAmbient(capture.due(times * period), () -> {
      tell(NEW_POSITION);
      notifyPeriod(times + 1);
    });
  }

  private void tell(int what) {
    ReflectionHelpers.callStaticMethod(AudioRecord.class, "postEventFromNative",
        ClassParameter.from(Object.class, self), ClassParameter.from(int.class, what),
        ClassParameter.from(int.class, 0), ClassParameter.from(int.class, 0),
        ClassParameter.from(Object.class, null));
  }
}
