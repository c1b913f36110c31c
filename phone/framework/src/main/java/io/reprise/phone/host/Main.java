package io.reprise.phone.host;

import java.nio.file.Path;
import java.security.Security;

/**
 * The process of an app: connects to the supervisor that started it and serves
 * its requests until the connection ends.
 */
public final class Main {
  private Main() {}

  /** The one argument is the path of the socket on which the supervisor listens. */
  public static void main(String[] args) {
    if (args.length != 1) {
      System.err.println("phone: usage: run process SOCKET");
      System.exit(2);
    }
    Thread.currentThread().setName("phone-socket");
    // What a name stands for is asked anew each time: what the app before, or the
    // run before, was told is not known to the next.
    Security.setProperty("networkaddress.cache.ttl", "0");
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
    try (Connection connection = Connection.open(Path.of(args[0]))) {
      new Server(connection).serve();
    } catch (Throwable e) {
      System.err.println("phone: the process ends: " + e);
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
    Runtime.getRuntime().halt(0);
  }
}
