// Compile-only: what the runtime calls of the class of the same name.
package android.os;

public class Process {
  public static native int myTid();
}
