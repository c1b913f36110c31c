// Compile-only: what the runtime calls of the class of the same name.
package android.os;

public class Handler {
  public Handler(Looper looper) {}

  public final native boolean post(Runnable task);
}
