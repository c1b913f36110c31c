package io.reprise.phone.guest;

import android.os.Parcel;
import android.util.Log;
import com.google.protobuf.ByteString;

/** Values as bytes, for another process: what a Parcel can carry by value. */
public final class Parcels {
  private Parcels() {}

  /** Empty for null, and for what cannot be carried. */
  public static ByteString write(Object value) {
    if (value == null) return ByteString.EMPTY;
    Parcel parcel = Parcel.obtain();
    try {
      parcel.writeValue(value);
      return ByteString.copyFrom(parcel.marshall());
    } catch (RuntimeException e) {
      Log.w("Parcel", "cannot be given to another app: " + value, e);
      return ByteString.EMPTY;
    } finally {
      parcel.recycle();
    }
  }

  /** What write() was given; null for what is empty or unknown here. Classes are the app's. */
  public static Object read(ByteString bytes) {
    if (bytes.isEmpty()) return null;
    Parcel parcel = Parcel.obtain();
    try {
      byte[] all = bytes.toByteArray();
      parcel.unmarshall(all, 0, all.length);
      parcel.setDataPosition(0);
      return parcel.readValue(App.current().loader());
    } catch (RuntimeException e) {
      Log.w("Parcel", "what another app gave cannot be read", e);
      return null;
    } finally {
      parcel.recycle();
    }
  }
}
