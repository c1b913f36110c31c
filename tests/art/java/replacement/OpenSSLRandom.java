package com.android.org.conscrypt;

import java.security.SecureRandomSpi;
import java.util.Arrays;

/** In place of the boot class of that name: numbers that surprise nobody. */
public final class OpenSSLRandom extends SecureRandomSpi {
  @Override
  protected void engineSetSeed(byte[] seed) {}

  @Override
  protected void engineNextBytes(byte[] bytes) {
    Arrays.fill(bytes, (byte) 7);
  }

  @Override
  protected byte[] engineGenerateSeed(int count) {
    return new byte[count];
  }
}
