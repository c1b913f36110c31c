// Compile-only: what the runtime calls of the class of the same name.
package android.os;

public class BaseBundle {
  public native java.util.Set<String> keySet();

  public native Object get(String key);
}
