package io.reprise.phone.guest.feed.sound;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An MP4 file with one track of sound, not compressed (16 bits, little endian):
 * what MediaRecorder writes on a phone without encoders.
 */
final class Mp4 {
  private static final int[] UNITY = {0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000};

  private Mp4() {}

  /** `pcm`: whole frames. */
  static byte[] of(byte[] pcm, int rate, int channels) {
    int frames = pcm.length / (2 * channels);
    byte[] type = box("ftyp", ascii("isom"), ints(0x200), ascii("isom"), ascii("mp42"));
    byte[] data = box("mdat", pcm);
    int dataAt = type.length + 8;
    byte[] entry = box("sowt", new byte[6], shorts(1), ints(0, 0), shorts(channels, 16, 0, 0), ints(rate << 16));
    byte[] table = box("stbl", box("stsd", ints(0, 1), entry), box("stts", ints(0, 1, frames, 1)),
        box("stsc", ints(0, 1, 1, frames, 1)), box("stsz", ints(0, 2 * channels, frames)),
        box("stco", ints(0, 1, dataAt)));
    byte[] reference = box("dinf", box("dref", ints(0, 1), box("url ", ints(1))));
    byte[] media = box("mdia", box("mdhd", ints(0, 0, 0, rate, frames), shorts(0x55c4, 0)),
        box("hdlr", ints(0, 0), ascii("soun"), new byte[13]),
        box("minf", box("smhd", ints(0), shorts(0, 0)), reference, table));
    int ms = (int) (frames * 1000L / rate);
    byte[] track = box("trak", box("tkhd", ints(7, 0, 0, 1, 0, ms, 0, 0), shorts(0, 0, 0x100, 0), ints(UNITY),
        ints(0, 0)), media);
    byte[] movie = box("moov", box("mvhd", ints(0, 0, 0, 1000, ms, 0x10000), shorts(0x100, 0), ints(0, 0),
        ints(UNITY), new byte[24], ints(2)), track);
    return join(type, data, movie);
  }

  private static byte[] box(String name, byte[]... parts) {
    byte[] body = join(parts);
    return join(ints(body.length + 8), ascii(name), body);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) all.writeBytes(part);
    return all.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] ints(int... values) {
    ByteBuffer out = ByteBuffer.allocate(4 * values.length);
    for (int v : values) out.putInt(v);
    return out.array();
  }

  private static byte[] shorts(int... values) {
    ByteBuffer out = ByteBuffer.allocate(2 * values.length);
    for (int v : values) out.putShort((short) v);
    return out.array();
  }
}
