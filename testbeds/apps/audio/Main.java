package reprise.apps.audio;

import android.media.AudioFormat;
import android.media.AudioRecord;
import android.media.MediaRecorder;
import reprise.apps.Transcript;

/** Listens: some buffers of bytes, then some of samples. */
public final class Main {
  private static final int RATE = 8000;

  private Main() {}

  public static void main(String[] arguments) {
    int size =
        AudioRecord.getMinBufferSize(
            RATE, AudioFormat.CHANNEL_IN_MONO, AudioFormat.ENCODING_PCM_16BIT);
    Transcript.line("smallest buffer " + size);
    AudioRecord record =
        new AudioRecord(
            MediaRecorder.AudioSource.MIC,
            RATE,
            AudioFormat.CHANNEL_IN_MONO,
            AudioFormat.ENCODING_PCM_16BIT,
            size * 2);
    Transcript.line("state " + record.getState());
    try {
      record.startRecording();
    } catch (IllegalStateException e) {
      Transcript.line("startRecording", e);
      Transcript.end();
    }
    byte[] bytes = new byte[size];
    for (int i = 0; i < 4; i++) {
      int read = record.read(bytes, 0, bytes.length);
      Transcript.line("read " + Transcript.digest(bytes, read));
    }
    short[] samples = new short[size / 2];
    for (int i = 0; i < 2; i++) {
      int read = record.read(samples, 0, samples.length);
      int sum = 0;
      for (int k = 0; k < read; k++) sum += samples[k];
      Transcript.line("read " + read + " samples, sum " + sum);
    }
    record.stop();
    record.release();
    Transcript.end();
  }
}
