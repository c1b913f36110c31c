// Compile-only: what the runtime calls of the class of the same name.
package android.os;

public final class Parcel {
  public static native Parcel obtain();

  public native void recycle();

  public native void writeParcelable(Parcelable value, int flags);

  public native <T extends Parcelable> T readParcelable(ClassLoader loader);

  public native byte[] marshall();

  public native void unmarshall(byte[] data, int offset, int length);

  public native void setDataPosition(int position);
}
