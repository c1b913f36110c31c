package reprise.apps;

/**
 * What a program saw, one line per event with the thread that saw it, so that two runs can be
 * compared. Programs let one thread act at a time: the order of lines is theirs, not the
 * scheduler's.
 */
public final class Transcript {
  private Transcript() {}

  public static void line(String event) {
    System.out.println(Thread.currentThread().getName() + ": " + event);
  }

  public static void line(String action, Throwable thrown) {
    line(action + " threw " + thrown.getClass().getName() + ": " + thrown.getMessage());
  }

  /** Numbers and length instead of a buffer: equal buffers give equal words. */
  public static String digest(byte[] bytes, int length) {
    int hash = 1;
    for (int i = 0; i < length; i++) hash = 31 * hash + bytes[i];
    return length + " bytes, hash " + Integer.toHexString(hash);
  }

  public static void end() {
    System.out.flush();
    System.exit(0);
  }
}
