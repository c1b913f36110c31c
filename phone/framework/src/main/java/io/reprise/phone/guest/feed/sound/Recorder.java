package io.reprise.phone.guest.feed.sound;

import io.reprise.phone.time.Due;
import io.reprise.phone.time.PhoneTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The native half of one MediaRecorder: its states, and the sound between start and
 * stop as an MP4 file. Any thread.
 */
public final class Recorder {
  private static final int DEFAULT_RATE = 8_000;
  private static final long MS = 1_000_000;
  private static final long SECOND_NS = 1_000_000_000;
  /** Of sound that is kept at most: an hour. */
  private static final long MAX_NS = 3_600_000 * MS;

  private enum State { INITIAL, SOURCE, FORMAT, PREPARED, RECORDING }

  private State state = State.INITIAL;
  private int rate = DEFAULT_RATE;
  private int channels = 1;
  private long maxNs;
  private Path file;
  private boolean sound;
  private Capture capture;
  /** What was recorded, from frame to frame, and where that of now begins; -1 = it pauses. */
  private final List<long[]> parts = new ArrayList<>();
  private long partBegin;
  private long asked;
  private Due end;

  public synchronized void reset() {
    if (capture != null) capture.stop();
    if (end != null) end.cancel();
    state = State.INITIAL;
    rate = DEFAULT_RATE;
    channels = 1;
    maxNs = 0;
    file = null;
    sound = false;
    capture = null;
    parts.clear();
    partBegin = 0;
    asked = 0;
  }

  private void need(boolean right) {
    if (!right) throw new IllegalStateException();
  }

  public synchronized void source(boolean audio) {
    need(state == State.INITIAL || state == State.SOURCE);
    state = State.SOURCE;
    sound |= audio;
  }

  public synchronized void format() {
    need(state == State.SOURCE);
    state = State.FORMAT;
  }

  public synchronized void encoder() {
    need(state == State.FORMAT);
  }

  /** audio-param-sampling-rate and the like; others change nothing here. */
  public synchronized void parameter(String name, String value) {
    if (name.equals("audio-param-sampling-rate")) rate = Integer.parseInt(value);
    if (name.equals("audio-param-number-of-channels")) channels = Math.max(1, Math.min(2, Integer.parseInt(value)));
  }

  public synchronized void maxDuration(int ms) {
    maxNs = Math.max(0, ms) * MS;
  }

  public synchronized void file(Path path) {
    need(state == State.FORMAT);
    file = path;
  }

  public synchronized void prepare() {
    need(state == State.FORMAT && file != null);
    state = State.PREPARED;
  }

  /** `over`: the longest time has passed. */
  public synchronized void start(Runnable over) {
    need(state == State.PREPARED);
    state = State.RECORDING;
    capture = new Capture(rate, channels, rate);
    if (maxNs > 0) end = PhoneTime.at(PhoneTime.uptimeNanos() + maxNs, over);
  }

  public synchronized void pause() {
    need(state == State.RECORDING);
    if (partBegin >= 0) parts.add(new long[] {partBegin, came()});
    partBegin = -1;
  }

  public synchronized void resume() {
    need(state == State.RECORDING);
    if (partBegin < 0) partBegin = came();
  }

  /** Frames until now, or until it had to end. */
  private long came() {
    return Math.min(capture.came(), rate * Math.min(MAX_NS, maxNs > 0 ? maxNs : MAX_NS) / SECOND_NS);
  }

  /** Writes the file. */
  public synchronized void stop() throws IOException {
    need(state == State.RECORDING);
    pause();
    ByteArrayOutputStream pcm = new ByteArrayOutputStream();
    long frames = 0;
    for (long[] part : parts) {
      frames += part[1] - part[0];
      for (long f = part[0]; sound && f < part[1]; f++) {
        for (int c = 0; c < channels; c++) {
          int value = Math.max(-32768, Math.min(32767, Math.round(capture.at(f, c) * 32768)));
          pcm.write(value);
          pcm.write(value >> 8);
        }
      }
    }
    Path to = file;
    byte[] made = Mp4.of(pcm.toByteArray(), rate, channels);
    reset();
    if (frames <= 0) throw new RuntimeException("stop failed: -1007");
    Files.write(to, made);
  }

  /** The loudest since it was last asked; 0 at first. */
  public synchronized int amplitude() {
    need(state != State.INITIAL);
    if (capture == null) return 0;
    long now = capture.came();
    int loudest = Math.round(capture.loudest(asked, now) * 32767);
    asked = now;
    return loudest;
  }
}
