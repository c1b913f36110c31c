package io.reprise.phone.guest.service;

import android.security.keystore.KeyGenParameterSpec;
import io.reprise.phone.guest.App;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.crypto.KeyGenerator;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * "AndroidKeyStore": secret keys, kept with the app's data. Ciphers and Macs are the JDK's, so a
 * key tells its bytes, where a phone's gives null. There are no key pairs: their generator is not
 * found.
 */
public final class KeyVault extends Provider {
  private static final String NAME = "AndroidKeyStore";
  private static final String FILE = "no_backup/keystore.properties";
  private static final String ONLY_SECRETS = "this phone keeps secret keys only";
  /** The generators, and how many bits they give if none were asked for. */
  private static final Map<String, Integer> BITS = Map.of("AES", 128, "HmacSHA1", 160,
      "HmacSHA224", 224, "HmacSHA256", 256, "HmacSHA384", 384, "HmacSHA512", 512);

  private KeyVault() {
    super(NAME, "1.0", "keys of the app");
    offer("KeyStore", NAME, Store::new);
    BITS.forEach((algorithm, bits) -> offer("KeyGenerator", algorithm, () -> new Generator(algorithm, bits)));
  }

  private void offer(String kind, String algorithm, Supplier<Object> maker) {
    putService(new Service(this, kind, algorithm, KeyVault.class.getName(), null, null) {
      @Override
      public Object newInstance(Object parameter) {
        return maker.get();
      }
    });
  }

  /** Once for a process; the keys are those of its app. */
  static void install() {
    if (Security.getProvider(NAME) == null) Security.addProvider(new KeyVault());
  }

  private static Path file() {
    return Path.of(App.current().attach().getDataPath(), FILE);
  }

  /** By alias: the algorithm, a colon, the bytes in Base64. */
  private static synchronized Properties read() {
    Properties keys = new Properties();
    if (!Files.exists(file())) return keys;
    try (InputStream in = Files.newInputStream(file())) {
      keys.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new ProviderException("Keystore cannot be read", e);
    }
    return keys;
  }

  private static synchronized void change(Consumer<Properties> change) {
    Properties keys = read();
    change.accept(keys);
    try {
      Files.createDirectories(file().getParent());
      try (OutputStream out = Files.newOutputStream(file())) {
        keys.store(out, null);
      }
    } catch (IOException e) {
      throw new ProviderException("Keystore cannot be written", e);
    }
  }

  private static void keep(String alias, SecretKey key) {
    String text = key.getAlgorithm() + ":" + Base64.getEncoder().encodeToString(key.getEncoded());
    change(keys -> keys.setProperty(alias, text));
  }

  private static final class Store extends KeyStoreSpi {
    @Override
    public Key engineGetKey(String alias, char[] password) {
      String text = read().getProperty(alias);
      if (text == null) return null;
      int colon = text.indexOf(':');
      return new SecretKeySpec(Base64.getDecoder().decode(text.substring(colon + 1)), text.substring(0, colon));
    }

    @Override
    public KeyStore.Entry engineGetEntry(String alias, KeyStore.ProtectionParameter protection) {
      return engineGetKey(alias, null) instanceof SecretKey key ? new KeyStore.SecretKeyEntry(key) : null;
    }

    @Override
    public boolean engineEntryInstanceOf(String alias, Class<? extends KeyStore.Entry> kind) {
      return kind == KeyStore.SecretKeyEntry.class && engineContainsAlias(alias);
    }

    @Override
    public void engineSetEntry(String alias, KeyStore.Entry entry, KeyStore.ProtectionParameter protection)
        throws KeyStoreException {
      if (!(entry instanceof KeyStore.SecretKeyEntry secret)) throw new KeyStoreException(ONLY_SECRETS);
      keep(alias, secret.getSecretKey());
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain)
        throws KeyStoreException {
      if (!(key instanceof SecretKey secret)) throw new KeyStoreException(ONLY_SECRETS);
      keep(alias, secret);
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) throws KeyStoreException {
      throw new KeyStoreException("Operation not supported because key encoding is unknown");
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate) throws KeyStoreException {
      throw new KeyStoreException(ONLY_SECRETS);
    }

    @Override
    public void engineDeleteEntry(String alias) {
      change(keys -> keys.remove(alias));
    }

    @Override
    public Enumeration<String> engineAliases() {
      return Collections.enumeration(read().stringPropertyNames());
    }

    @Override
    public boolean engineContainsAlias(String alias) {
      return read().containsKey(alias);
    }

    @Override
    public int engineSize() {
      return read().size();
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
      return engineContainsAlias(alias);
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
      return false;
    }

    @Override
    public Certificate engineGetCertificate(String alias) {
      return null;
    }

    @Override
    public Certificate[] engineGetCertificateChain(String alias) {
      return null;
    }

    @Override
    public String engineGetCertificateAlias(Certificate certificate) {
      return null;
    }

    @Override
    public Date engineGetCreationDate(String alias) {
      return engineContainsAlias(alias) ? new Date(System.currentTimeMillis()) : null;
    }

    @Override
    public void engineStore(OutputStream to, char[] password) {
      throw new UnsupportedOperationException("Can not serialize AndroidKeyStore to OutputStream");
    }

    @Override
    public void engineLoad(InputStream from, char[] password) {
      if (from != null) throw new IllegalArgumentException("InputStream not supported");
    }

    @Override
    public void engineLoad(KeyStore.LoadStoreParameter parameter) {}
  }

  /** Makes keys by the JDK's own and keeps them. */
  private static final class Generator extends KeyGeneratorSpi {
    private static final String UNTOLD = "Cannot initialize without a KeyGenParameterSpec parameter";

    private final String algorithm;
    private final int bits;
    private KeyGenParameterSpec spec;

    Generator(String algorithm, int bits) {
      this.algorithm = algorithm;
      this.bits = bits;
    }

    @Override
    protected void engineInit(SecureRandom random) {
      throw new UnsupportedOperationException(UNTOLD);
    }

    @Override
    protected void engineInit(int size, SecureRandom random) {
      throw new UnsupportedOperationException(UNTOLD);
    }

    @Override
    protected void engineInit(AlgorithmParameterSpec parameter, SecureRandom random)
        throws InvalidAlgorithmParameterException {
      if (!(parameter instanceof KeyGenParameterSpec wanted)) throw new InvalidAlgorithmParameterException(UNTOLD);
      spec = wanted;
    }

    @Override
    protected SecretKey engineGenerateKey() {
      if (spec == null) throw new IllegalStateException("Not initialized");
      try {
        KeyGenerator maker = KeyGenerator.getInstance(algorithm, "SunJCE");
        maker.init(spec.getKeySize() > 0 ? spec.getKeySize() : bits);
        SecretKey key = maker.generateKey();
        keep(spec.getKeystoreAlias(), key);
        return key;
      } catch (GeneralSecurityException e) {
        throw new ProviderException("Keystore key generation failed", e);
      }
    }
  }
}
