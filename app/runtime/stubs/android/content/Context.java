// Compile-only: what the runtime calls of the class of the same name.
package android.content;

public abstract class Context {
  public abstract java.io.File getFilesDir();

  public abstract ClassLoader getClassLoader();
}
