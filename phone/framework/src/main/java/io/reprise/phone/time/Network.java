package io.reprise.phone.time;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Map;

/**
 * The network as the app sees it: the host's sockets, less what the phone takes
 * away. A thread in a network call gives the baton away; phone time waits for it,
 * so an answer takes no phone time but for the delay that was asked for.
 */
public final class Network {
  /** Longest that one call holds phone time back, of the host's time. */
  static final long CALL_LIMIT_NS = 5_000_000_000L;
  /** The same if the other side is this machine, perhaps the app itself. */
  static final long LOCAL_LIMIT_NS = 500_000_000L;
  /** The same for waits for whoever may come: accept, select. */
  static final long LISTEN_LIMIT_NS = 100_000_000L;

  private static volatile boolean offline;
  private static volatile long delayNs;
  private static volatile double loss;
  /** Ports of the phone's loopback that the host answers, and where. */
  private static volatile Map<Integer, Integer> reversed = Map.of();

  private Network() {}

  static void set(boolean isOffline, long delay, double lossOfOne) {
    offline = isOffline;
    delayNs = Math.max(0, delay);
    loss = Math.min(1, Math.max(0, lossOfOne));
  }

  static void reverse(Map<Integer, Integer> ports) {
    reversed = Map.copyOf(ports);
  }

  static boolean isOffline() {
    return offline;
  }

  static long delayNs() {
    return delayNs;
  }

  static double loss() {
    return loss;
  }

  /** Before a call that may wait for the other side. */
  public static void begin() {
    goOut(CALL_LIMIT_NS);
  }

  /** The same, of a connection to this address. */
  public static void begin(InetAddress address) {
    boolean local = address != null && address.isLoopbackAddress();
    goOut(local ? LOCAL_LIMIT_NS : CALL_LIMIT_NS);
  }

  /** Before a call that waits for whoever comes. */
  public static void beginListening() {
    goOut(LISTEN_LIMIT_NS);
  }

  private static void goOut(long limit) {
    Guest guest = Clock.virtual ? Scheduler.current() : null;
    if (guest == null || guest.aside > 0 || guest.networkDepth++ > 0) return;
    Scheduler.enter();
    Scheduler.goOutside(guest, true, limit);
  }

  /** After it, however it ended. */
  public static void end() {
    Guest guest = Clock.virtual ? Scheduler.current() : null;
    if (guest == null || guest.networkDepth == 0 || --guest.networkDepth > 0) return;
    if (!guest.inNetwork) return;
    guest.returns = true;
    Scheduler.comeBack(guest);
  }

  /** Before a connection is made; the address that is connected to instead. */
  public static SocketAddress connecting(SocketAddress address) throws IOException {
    if (isLocal(address)) return reversed(address);
    if (Scheduler.current() == null) return address;
    if (offline) throw new ConnectException("Network is unreachable");
    sleep();
    if (isLost()) {
      throw new java.net.SocketTimeoutException("failed to connect to " + address);
    }
    return address;
  }

  private static SocketAddress reversed(SocketAddress address) {
    if (!(address instanceof InetSocketAddress)) return address;
    Integer port = reversed.get(((InetSocketAddress) address).getPort());
    if (port == null) return address;
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Before a name is resolved. */
  public static void resolving(String host) throws UnknownHostException {
    if (Scheduler.current() == null || host == null || host.isEmpty()) return;
    if (!offline || isLiteral(host)) return;
    throw new UnknownHostException("Unable to resolve host \"" + host
        + "\": No address associated with hostname");
  }

  /** After a connection was read from: an answer came. */
  public static void answered() {
    if (delayNs > 0 && Scheduler.current() != null) sleep();
  }

  private static void sleep() {
    if (delayNs <= 0) return;
    try {
      long delay = Seeds.around(delayNs);
      Hooks.sleep(delay / 1_000_000, (int) (delay % 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isLost() {
    return loss > 0 && (Seeds.nextLong() >>> 11) * 0x1.0p-53 < loss;
  }

  private static boolean isLiteral(String host) {
    char first = host.charAt(0);
    return host.equals("localhost") || host.indexOf(':') >= 0 || (first >= '0' && first <= '9');
  }

  private static boolean isLocal(SocketAddress address) {
    if (!(address instanceof InetSocketAddress)) return true;
    InetAddress host = ((InetSocketAddress) address).getAddress();
    return host != null && (host.isLoopbackAddress() || host.isAnyLocalAddress());
  }
}
