package io.reprise.phone.guest.window;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import org.conscrypt.Conscrypt;

/**
 * SHA-256 of a picture, by Conscrypt: the JDK's own takes ten times as long
 * without the optimizing compiler, which costs every start more than it gives.
 */
final class PixelDigest {
  private static final Provider PROVIDER = Conscrypt.newProvider();

  private PixelDigest() {}

  static ByteString of(ByteBuffer pixels) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256", PROVIDER);
      sha.update(pixels.duplicate().rewind());
      return ByteString.copyFrom(sha.digest());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
