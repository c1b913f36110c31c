package io.reprise.phone.guest.input.shadow;

import android.view.KeyEvent;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowKeyCharacterMap;

/** Adds what number and phone fields ask of a key: which of the accepted letters it can give. */
@Implements(className = "android.view.KeyCharacterMap", isInAndroidSdk = false)
public class PhoneKeyCharacterMap extends ShadowKeyCharacterMap {
  @Implementation
  protected static char nativeGetMatch(long map, int code, char[] accepted, int meta) {
    char plain = nativeGetCharacter(map, code, meta);
    char shifted = nativeGetCharacter(map, code, meta ^ KeyEvent.META_SHIFT_ON);
    for (char c : accepted) if (c == plain) return c;
    for (char c : accepted) if (c == shifted) return c;
    return 0;
  }
}
