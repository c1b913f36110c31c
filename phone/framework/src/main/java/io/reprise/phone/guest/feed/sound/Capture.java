package io.reprise.phone.guest.feed.sound;

import io.reprise.phone.guest.feed.Feeds;
import io.reprise.phone.time.PhoneTime;

/**
 * One recording: sound comes at its rate by the phone's clock and waits in a
 * buffer; what does not fit there any more is lost, the oldest first. One thread
 * reads, any stops it.
 */
public final class Capture {
  /** Who waits looks as often whether the recording was stopped. */
  private static final long STEP_NS = 20_000_000;
  private static final long SECOND_NS = 1_000_000_000;

  private final Sound sound = Sound.of(Feeds.get().getMicrophone());
  private final long begin = PhoneTime.uptimeNanos();
  private final int rate;
  private final int channels;
  private final int bufferFrames;
  private long next;
  private volatile boolean stopped;

  public Capture(int rate, int channels, int bufferFrames) {
    this.rate = rate;
    this.channels = channels;
    this.bufferFrames = bufferFrames;
  }

  public void stop() {
    stopped = true;
  }

  /** When so many frames have come. */
  public long due(long frames) {
    return begin + (frames / rate) * SECOND_NS + ((frames % rate) * SECOND_NS + rate - 1) / rate;
  }

  /** How many frames have come. */
  public long came() {
    long ns = PhoneTime.uptimeNanos() - begin;
    return ns / SECOND_NS * rate + ns % SECOND_NS * rate / SECOND_NS;
  }

  /**
   * The next samples, frame by frame, from -1 to 1: waits for all of them, or gives
   * those that are there. How many samples it gives.
   */
  public int read(float[] to, boolean waits) {
    int frames = to.length / channels;
    int done = 0;
    while (done < frames) {
      int part = Math.min(frames - done, Math.max(1, bufferFrames / 2));
      if (waits) await(part);
      long there = came();
      next = Math.max(next, there - bufferFrames);
      part = (int) Math.min(part, Math.max(0, there - next));
      for (int i = 0; i < part * channels; i++) {
        to[done * channels + i] = sound.at(next + i / channels, rate, i % channels, channels);
      }
      next += part;
      done += part;
      if (!waits && part == 0 || stopped) break;
    }
    return done * channels;
  }

  private void await(int frames) {
    long due = due(next + frames);
    while (!stopped && PhoneTime.uptimeNanos() < due) {
      PhoneTime.waitAmbient(Math.min(due, PhoneTime.uptimeNanos() + STEP_NS));
    }
  }

  /** The loudest of the samples from one frame to another, from 0 to 1. */
  public float loudest(long from, long to) {
    float loudest = 0;
    for (long f = from; f < to; f++) loudest = Math.max(loudest, Math.abs(sound.at(f, rate, 0, 1)));
    return loudest;
  }

  /** A sample of a frame, from -1 to 1. */
  public float at(long frame, int channel) {
    return sound.at(frame, rate, channel, channels);
  }
}
