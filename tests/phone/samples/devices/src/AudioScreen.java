package io.reprise.devices;

import android.content.Intent;
import android.media.AudioFormat;
import android.media.AudioRecord;
import android.media.MediaRecorder;
import android.os.SystemClock;

/** Listens to the microphone: "pitch" computes it of half a second, "record" and "stop" make a file. */
public class AudioScreen extends Screen {
  private MediaRecorder recorder;

  @Override
  void act(String what, Intent intent) throws Exception {
    final int rate = intent.getIntExtra("rate", 16000);
    if (what.equals("pitch")) new Thread(() -> pitch(rate), "ear").start();
    if (what.equals("count")) count(rate);
    if (what.equals("record")) {
      recorder = new MediaRecorder();
      recorder.setAudioSource(MediaRecorder.AudioSource.MIC);
      recorder.setOutputFormat(MediaRecorder.OutputFormat.MPEG_4);
      recorder.setAudioEncoder(MediaRecorder.AudioEncoder.AAC);
      recorder.setAudioSamplingRate(rate);
      recorder.setOutputFile(getExternalFilesDir(null) + "/sound.mp4");
      recorder.prepare();
      recorder.start();
      say("records " + recorder.getMaxAmplitude());
    }
    if (what.equals("stop")) {
      say("loudest " + recorder.getMaxAmplitude());
      recorder.stop();
      recorder.release();
    }
  }

  private static AudioRecord record(int rate) {
    int size = AudioRecord.getMinBufferSize(rate, AudioFormat.CHANNEL_IN_MONO, AudioFormat.ENCODING_PCM_16BIT);
    return new AudioRecord(MediaRecorder.AudioSource.MIC, rate, AudioFormat.CHANNEL_IN_MONO,
        AudioFormat.ENCODING_PCM_16BIT, size * 2);
  }

  /** By how often the wave rises through zero. */
  private static void pitch(int rate) {
    AudioRecord record = record(rate);
    say("state " + record.getState());
    if (record.getState() != AudioRecord.STATE_INITIALIZED) return;
    short[] samples = new short[rate / 2];
    record.startRecording();
    long begin = SystemClock.elapsedRealtime();
    int read = 0;
    while (read < samples.length) read += record.read(samples, read, Math.min(512, samples.length - read));
    long took = SystemClock.elapsedRealtime() - begin;
    record.stop();
    record.release();
    int rises = 0;
    int first = 0;
    int last = 0;
    int loudest = 0;
    for (int i = 1; i < read; i++) {
      loudest = Math.max(loudest, Math.abs(samples[i]));
      if (samples[i - 1] >= 0 || samples[i] < 0) continue;
      if (rises == 0) first = i;
      last = i;
      rises++;
    }
    say("pitch " + (rises < 2 ? 0 : Math.round((rises - 1) * (double) rate / (last - first))) + " Hz, loudest " + loudest
        + ", " + read + " samples in " + took + " ms");
  }

  /** Tells how often it was told that a tenth of a second has come. */
  private static void count(int rate) {
    final AudioRecord record = record(rate);
    record.setPositionNotificationPeriod(rate / 10);
    record.setNotificationMarkerPosition(rate / 4);
    record.setRecordPositionUpdateListener(new AudioRecord.OnRecordPositionUpdateListener() {
      @Override
      public void onMarkerReached(AudioRecord r) {
        say("marker");
      }

      @Override
      public void onPeriodicNotification(AudioRecord r) {
        say("period");
      }
    });
    record.startRecording();
  }
}
