package io.reprise.phone.weave;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes a jar without compression: its classes are read at every start. */
public final class StoredJar implements AutoCloseable {
  private final ZipOutputStream out;

  public StoredJar(Path path) throws IOException {
    out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(path), 1 << 16));
    out.setMethod(ZipOutputStream.STORED);
  }

  public void add(String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    entry.setTime(315619200000L); // 1980-01-02: the same input, the same jar
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
