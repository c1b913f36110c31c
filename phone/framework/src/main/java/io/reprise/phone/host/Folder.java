package io.reprise.phone.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.robolectric.util.TempDirectory;

/** Gives Robolectric a folder of ours where it would make a temporary one. */
public final class Folder extends TempDirectory {
  private final Path base;

  public Folder(Path base) {
    this.base = base;
  }

  @Override
  public Path getBasePath() {
    return base;
  }

  @Override
  public Path create(String name) {
    return createIfNotExists(name);
  }

  @Override
  public Path createIfNotExists(String name) {
    try {
      return Files.createDirectories(base.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
