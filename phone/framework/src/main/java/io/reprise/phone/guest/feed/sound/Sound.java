package io.reprise.phone.guest.feed.sound;

import io.reprise.phone.guest.LogLines;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import reprise.PhoneFeed.PhoneFeeds;

/**
 * What the microphone hears: the host's WAV file from its begin, then silence, at
 * any rate and with any number of channels. Immutable.
 */
final class Sound {
  static final Sound SILENCE = new Sound(ShortBuffer.allocate(0), 1, 1);
  /** Of the header that the supervisor writes. */
  private static final int HEADER = 44;
  private static final int CHANNELS_AT = 22;
  private static final int RATE_AT = 24;

  private final ShortBuffer samples;
  private final int channels;
  private final int rate;

  private Sound(ShortBuffer samples, int channels, int rate) {
    this.samples = samples;
    this.channels = channels;
    this.rate = rate;
  }

  static Sound of(PhoneFeeds.File file) {
    if (file.getPath().isEmpty()) return SILENCE;
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(Path.of(file.getPath()))).order(ByteOrder.LITTLE_ENDIAN);
      ShortBuffer samples = bytes.slice(HEADER, bytes.limit() - HEADER).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer();
      return new Sound(samples, bytes.getShort(CHANNELS_AT), bytes.getInt(RATE_AT));
    } catch (IOException e) {
      LogLines.add("system", android.util.Log.WARN, "reprise", "cannot read what was fed as " + file.getName() + ": " + e);
      return SILENCE;
    }
  }

  /** From -1 to 1, of one of so many channels, so many frames of that rate from the begin. */
  float at(long frame, int atRate, int channel, int ofChannels) {
    double place = (double) frame * rate / atRate;
    long before = (long) place;
    float part = (float) (place - before);
    float a = sample(before, channel, ofChannels);
    return part == 0 ? a : a + (sample(before + 1, channel, ofChannels) - a) * part;
  }

  private float sample(long frame, int channel, int ofChannels) {
    if ((frame + 1) * channels > samples.limit()) return 0;
    int at = (int) (frame * channels);
    if (ofChannels > 1 || channels == 1) return samples.get(at + Math.min(channel, channels - 1)) / 32768f;
    float sum = 0;
    for (int c = 0; c < channels; c++) sum += samples.get(at + c) / 32768f;
    return sum / channels;
  }
}
