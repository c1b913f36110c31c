// Compile-only: what the runtime calls of the class of the same name.
package android.os;

public final class Looper {
  public static native Looper myLooper();

  public static native Looper getMainLooper();

  public native Thread getThread();
}
