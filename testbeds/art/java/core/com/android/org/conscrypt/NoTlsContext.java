package com.android.org.conscrypt;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** A context for TLS whose sockets cannot be made. */
public final class NoTlsContext extends SSLContextSpi {
  @Override
  protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {}

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return new NoSockets();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    throw new UnsupportedOperationException("There is no TLS here");
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    throw new UnsupportedOperationException("There is no TLS here");
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    throw new UnsupportedOperationException("There is no TLS here");
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return null;
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return null;
  }

  private static final class NoSockets extends SSLSocketFactory {
    @Override
    public String[] getDefaultCipherSuites() {
      return new String[0];
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return new String[0];
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean close)
        throws IOException {
      throw new SSLException("There is no TLS here");
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new SSLException("There is no TLS here");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      throw new SSLException("There is no TLS here");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      throw new SSLException("There is no TLS here");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      throw new SSLException("There is no TLS here");
    }
  }
}
