package io.reprise.phone.guest.shadow;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** A storage of 64 GB, half full, whatever the host's is: so that runs are equal. */
@Implements(className = "android.os.StatFs")
public class StatFsShadow {
  private static final int BLOCK = 4096;
  private static final long BLOCKS = (64L << 30) / BLOCK;

  @Implementation
  protected void __constructor__(String path) {}

  @Implementation
  protected void restat(String path) {}

  @Implementation
  protected int getBlockSize() {
    return BLOCK;
  }

  @Implementation
  protected long getBlockSizeLong() {
    return BLOCK;
  }

  @Implementation
  protected int getBlockCount() {
    return (int) BLOCKS;
  }

  @Implementation
  protected long getBlockCountLong() {
    return BLOCKS;
  }

  @Implementation
  protected int getFreeBlocks() {
    return (int) (BLOCKS / 2);
  }

  @Implementation
  protected long getFreeBlocksLong() {
    return BLOCKS / 2;
  }

  @Implementation
  protected int getAvailableBlocks() {
    return (int) (BLOCKS / 2);
  }

  @Implementation
  protected long getAvailableBlocksLong() {
    return BLOCKS / 2;
  }

  @Implementation
  protected long getFreeBytes() {
    return BLOCKS / 2 * BLOCK;
  }

  @Implementation
  protected long getAvailableBytes() {
    return BLOCKS / 2 * BLOCK;
  }

  @Implementation
  protected long getTotalBytes() {
    return BLOCKS * BLOCK;
  }
}
