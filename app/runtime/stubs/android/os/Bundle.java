// Compile-only: what the runtime calls of the class of the same name.
package android.os;

public final class Bundle extends BaseBundle {
  public native void putString(String key, String value);

  public native void putBundle(String key, Bundle value);

  public native void putParcelable(String key, Parcelable value);

  public native void putSerializable(String key, java.io.Serializable value);
}
