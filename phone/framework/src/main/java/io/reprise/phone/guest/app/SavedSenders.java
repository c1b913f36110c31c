package io.reprise.phone.guest.app;

import android.content.Intent;
import android.os.Parcel;
import android.util.Log;
import com.google.protobuf.ByteString;
import io.reprise.phone.guest.App;
import reprise.PhoneSystem.PhonePending;

/** Pending intents as bytes that outlive the process, for what the system holds of them. */
final class SavedSenders {
  private SavedSenders() {}

  static PhonePending write(Senders.Sender s) {
    PhonePending.Builder to = PhonePending.newBuilder().setType(s.type).setRequestCode(s.requestCode)
        .setFlags(s.flags).setShown(String.valueOf(s.last()));
    Parcel parcel = Parcel.obtain();
    try {
      parcel.writeTypedArray(s.intents, 0);
      parcel.writeStringArray(s.types);
      to.setIntents(ByteString.copyFrom(parcel.marshall()));
    } catch (RuntimeException e) {
      Log.w("ActivityManager", "a pending intent cannot be kept: " + s.last(), e);
    } finally {
      parcel.recycle();
    }
    return to.build();
  }

  static Senders.Sender read(PhonePending kept) {
    if (kept.getIntents().isEmpty()) return null;
    Parcel parcel = Parcel.obtain();
    try {
      byte[] bytes = kept.getIntents().toByteArray();
      parcel.unmarshall(bytes, 0, bytes.length);
      parcel.setDataPosition(0);
      Senders.Sender s = new Senders.Sender(kept.getType(), App.name(), null, null, kept.getRequestCode(),
          kept.getFlags());
      s.intents = parcel.createTypedArray(Intent.CREATOR);
      s.types = parcel.createStringArray();
      for (Intent i : s.intents) i.setExtrasClassLoader(App.current().loader());
      return s;
    } catch (RuntimeException e) {
      Log.w("ActivityManager", "a pending intent cannot be read", e);
      return null;
    } finally {
      parcel.recycle();
    }
  }
}
