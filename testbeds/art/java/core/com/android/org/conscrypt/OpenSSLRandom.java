package com.android.org.conscrypt;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandomSpi;

/** Random numbers from the kernel. As on Android, a seed changes nothing. */
public final class OpenSSLRandom extends SecureRandomSpi {
  @Override
  protected void engineSetSeed(byte[] seed) {}

  @Override
  protected void engineNextBytes(byte[] bytes) {
    try (DataInputStream random = new DataInputStream(new FileInputStream("/dev/urandom"))) {
      random.readFully(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected byte[] engineGenerateSeed(int count) {
    byte[] seed = new byte[count];
    engineNextBytes(seed);
    return seed;
  }
}
