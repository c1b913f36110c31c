package reprise.apps.random;

import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import reprise.apps.Transcript;

/** Draws random numbers in every usual way. Two runs differ, a replay does not. */
public final class Main {
  private Main() {}

  /** Overrides what all other draws of Random go through. */
  private static final class Die extends Random {
    @Override
    protected int next(int bits) {
      return super.next(bits) & ~1;
    }

    int roll() {
      return nextInt(6) + 1;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Random random = new Random();
    Transcript.line("int " + random.nextInt());
    Transcript.line("below 100 " + random.nextInt(100));
    Transcript.line("long " + random.nextLong());
    Transcript.line("double " + random.nextDouble());
    Transcript.line("normal " + random.nextGaussian());
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    Transcript.line("filled " + Transcript.digest(bytes, bytes.length));
    Transcript.line("seeded " + new Random(42).nextInt());
    Transcript.line("die " + new Die().roll());
    Transcript.line("Math.random " + Math.random());
    SecureRandom secure = new SecureRandom();
    secure.nextBytes(bytes);
    Transcript.line("secure " + Transcript.digest(bytes, bytes.length));
    Transcript.line("secure int " + secure.nextInt());
    Transcript.line("uuid " + UUID.randomUUID());
    Thread other =
        new Thread(
            () -> Transcript.line("local " + ThreadLocalRandom.current().nextInt()), "other");
    other.start();
    other.join();
    Transcript.end();
  }
}
