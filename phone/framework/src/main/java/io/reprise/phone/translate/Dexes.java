package io.reprise.phone.translate;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.reader.DexFileReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Reads the classes of an APK: classes.dex, classes2.dex and so on, as Android
 * does; of two classes with one name the first counts. An APK is hostile: what it
 * says of its sizes is not believed.
 */
final class Dexes {
  private static final long MAX_APK_BYTES = 1L << 30;
  private static final int MAX_DEXES = 200;
  private static final int MAX_DEX_BYTES = 128 << 20;
  private static final int MAX_ALL_BYTES = 512 << 20;
  /** The smallest dex is its header. */
  private static final int HEADER_BYTES = 0x70;

  /** Where a class is: in which dex file, and there the how manieth. */
  private record Place(int file, int number) {}

  /** Number of dex files that were read. */
  final int count;
  /** All classes, without their code. */
  final DexFileNode classes = new DexFileNode();
  private final List<byte[]> files = new ArrayList<>();
  private final List<Place> places = new ArrayList<>(); // of `classes`

  Dexes(Path apk) throws Refused {
    count = read(apk);
  }

  private int read(Path apk) throws Refused {
    int number = 0;
    try {
      if (!Files.isRegularFile(apk)) throw new Refused(apk + " is not a file");
      if (Files.size(apk) > MAX_APK_BYTES) {
        throw new Refused(apk + " is larger than 1 GB, the largest that is accepted");
      }
      long left = MAX_ALL_BYTES;
      Set<String> seen = new HashSet<>();
      try (ZipFile zip = new ZipFile(apk.toFile())) {
        for (ZipEntry entry; (entry = zip.getEntry(name(number + 1))) != null; number++) {
          if (number == MAX_DEXES) throw new Refused(apk + " has more than " + MAX_DEXES + " dex files");
          byte[] bytes = bytes(zip, entry, Math.min(left, MAX_DEX_BYTES));
          left -= bytes.length;
          add(entry.getName(), bytes, seen);
        }
      }
    } catch (ZipException e) {
      throw new Refused(apk + " is no intact APK: " + e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw new Refused(apk + " cannot be read: " + e.getMessage());
    }
    return number;
  }

  private static String name(int number) {
    return number == 1 ? "classes.dex" : "classes" + number + ".dex";
  }

  private static byte[] bytes(ZipFile zip, ZipEntry entry, long limit)
      throws IOException, Refused {
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes((int) limit + 1);
      if (bytes.length > limit) {
        throw new Refused(entry.getName() + " unpacks to more than is accepted: "
            + (MAX_DEX_BYTES >> 20) + " MB for one, " + (MAX_ALL_BYTES >> 20) + " MB for all");
      }
      return bytes;
    }
  }

  private void add(String name, byte[] bytes, Set<String> seen) throws Refused {
    if (bytes.length < HEADER_BYTES || bytes[0] != 'd' || bytes[1] != 'e' || bytes[2] != 'x') {
      throw new Refused(name + " is no dex file");
    }
    try {
      DexFileReader reader = new DexFileReader(bytes);
      classes.dexVersion = Math.max(classes.dexVersion, reader.getDexVersion());
      for (int i = 0; i < reader.getClassSize(); i++) {
        DexFileNode one = new DexFileNode();
        reader.accept(one, i, DexFileReader.DONT_SANITIZE_NAMES | DexFileReader.SKIP_CODE);
        for (DexClassNode type : one.clzs) {
          if (!seen.add(type.className)) continue;
          classes.clzs.add(type);
          places.add(new Place(files.size(), i));
        }
      }
    } catch (RuntimeException | StackOverflowError e) {
      throw new Refused(name + " is damaged: " + said(e));
    }
    files.add(bytes);
  }

  /** Reads classes with their code, which takes long; each thread has its own. */
  final class Reader {
    private final DexFileReader[] readers = new DexFileReader[files.size()];

    /** The class that is at `at` in `classes`. */
    DexClassNode read(int at) throws Refused {
      Place place = places.get(at);
      try {
        if (readers[place.file] == null) readers[place.file] = new DexFileReader(files.get(place.file));
        DexFileNode one = new DexFileNode();
        readers[place.file].accept(one, place.number, DexFileReader.DONT_SANITIZE_NAMES);
        return one.clzs.get(0);
      } catch (RuntimeException | StackOverflowError e) {
        throw new Refused(name(place.file + 1) + " is damaged: " + said(e));
      }
    }
  }

  /** What an exception of the reader has to say to people. */
  static String said(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) cause = cause.getCause();
    String message = cause.getMessage();
    String kind = cause.getClass().getSimpleName();
    return message == null ? kind : kind + ": " + message.lines().findFirst().orElse("");
  }
}
