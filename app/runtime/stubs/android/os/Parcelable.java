// Compile-only: what the runtime calls of the class of the same name.
package android.os;

public interface Parcelable {}
