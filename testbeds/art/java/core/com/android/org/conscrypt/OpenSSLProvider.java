package com.android.org.conscrypt;

import java.security.Provider;

/**
 * The provider that the class library asks first. Android's is a package of its
 * own with natives; this one has random numbers, and a TLS that connects to nobody:
 * HttpURLConnection asks for it also when it does not need it.
 */
public final class OpenSSLProvider extends Provider {
  public OpenSSLProvider() {
    super("AndroidOpenSSL", 1.0, "Random numbers from the kernel, no TLS");
    put("SecureRandom.SHA1PRNG", OpenSSLRandom.class.getName());
    put("SecureRandom.SHA1PRNG ImplementedIn", "Software");
    put("SSLContext.TLS", NoTlsContext.class.getName());
    put("SSLContext.Default", NoTlsContext.class.getName());
  }
}
