package io.reprise.trial;

import android.content.SharedPreferences;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import android.util.Base64;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.util.Collections;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** A secret that only a key of the keystore opens. */
final class Keys {
  private static final String STORE = "AndroidKeyStore";
  private static final String NAME = "mine";
  private static final String HOW = "AES/GCM/NoPadding";

  private Keys() {}

  static void act(Main main) {
    try {
      KeyStore store = KeyStore.getInstance(STORE);
      store.load(null);
      SharedPreferences kept = main.getSharedPreferences("keys", 0);
      if (!store.containsAlias(NAME)) seal(main, kept, make());
      main.say("opened " + open(kept, (SecretKey) store.getKey(NAME, null)) + " of "
          + Collections.list(store.aliases()));
      if (kept.getInt("opened", 0) > 1) {
        store.deleteEntry(NAME);
        main.say("keys left " + store.size());
      }
    } catch (Exception e) {
      main.say(e.toString());
    }
    try {
      KeyPairGenerator.getInstance("EC", STORE);
    } catch (GeneralSecurityException e) {
      main.say("no pairs");
    }
  }

  private static SecretKey make() throws GeneralSecurityException {
    KeyGenerator maker = KeyGenerator.getInstance("AES", STORE);
    maker.init(new KeyGenParameterSpec.Builder(NAME,
        KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT)
        .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
        .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
        .setKeySize(256).build());
    return maker.generateKey();
  }

  private static void seal(Main main, SharedPreferences kept, SecretKey key) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(HOW);
    cipher.init(Cipher.ENCRYPT_MODE, key);
    String text = Base64.encodeToString(cipher.doFinal("a secret".getBytes()), Base64.NO_WRAP);
    kept.edit().putString("text", text)
        .putString("iv", Base64.encodeToString(cipher.getIV(), Base64.NO_WRAP)).commit();
    main.say("sealed by " + 8 * key.getEncoded().length + " bits");
  }

  private static String open(SharedPreferences kept, SecretKey key) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(HOW);
    byte[] iv = Base64.decode(kept.getString("iv", ""), 0);
    cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, iv));
    kept.edit().putInt("opened", kept.getInt("opened", 0) + 1).commit();
    return new String(cipher.doFinal(Base64.decode(kept.getString("text", ""), 0)));
  }
}
