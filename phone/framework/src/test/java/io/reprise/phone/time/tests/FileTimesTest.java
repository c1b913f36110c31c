package io.reprise.phone.time.tests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.reprise.phone.time.PhoneTime;
import java.io.File;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** When files were modified, as an app sees it under the virtual clock. */
public final class FileTimesTest {
  private static final long WALL = 1_700_000_000_000L;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  static final class Writer implements Consumer<Consumer<String>> {
    private final Path here = Path.of(System.getProperty("phone.test.folder"));
    private final Path there = Path.of(System.getProperty("phone.test.other"));

    @Override
    public void accept(Consumer<String> out) {
      try {
        Thread.sleep(1000);
        try (FileOutputStream stream = new FileOutputStream(here.resolve("stream").toFile())) {
          stream.write(1);
          Thread.sleep(1000);
        }
        Thread.sleep(1000);
        try (RandomAccessFile random = new RandomAccessFile(here.resolve("random").toFile(), "rw")) {
          random.write(1);
        }
        Files.writeString(here.resolve("channel"), "x");
        here.resolve("folder").toFile().mkdir();
        here.resolve("empty").toFile().createNewFile();
        Files.writeString(there.resolve("outside"), "x");
        File future = here.resolve("future").toFile();
        future.createNewFile();
        future.setLastModified(WALL + 3_600_000);
        Thread.sleep(1000);
        try (RandomAccessFile unchanged = new RandomAccessFile(here.resolve("random").toFile(), "rw")) {
          unchanged.read();
        }
        for (String name : List.of("stream", "random", "channel", "folder", "empty", "future")) {
          out.accept(name + " " + (here.resolve(name).toFile().lastModified() - WALL) + " "
              + (Files.getLastModifiedTime(here.resolve(name)).toMillis() - WALL));
        }
      } catch (Exception e) {
        out.accept(e.toString());
      }
    }
  }

  @Test
  public void filesHaveThePhonesTime() throws Exception {
    File other = folder.newFolder("other");
    File ours = folder.newFolder("ours");
    System.setProperty("phone.test.folder", ours.toString());
    System.setProperty("phone.test.other", other.toString());
    PhoneTime.setFolders(ours.toString());
    long before = System.currentTimeMillis() - 60_000;
    assertEquals(List.of("4000 stream 2000 2000", "4000 random 3000 3000", "4000 channel 3000 3000",
        "4000 folder 3000 3000", "4000 empty 3000 3000", "4000 future 3600000 3600000"),
        new Rig(1, false).start(Writer.class).pass(10_000));
    assertTrue(new File(other, "outside").lastModified() > before);
  }
}
