package io.reprise.phone.translate;

import java.util.HashMap;
import java.util.Map;

/**
 * Which calls of an app read or write files or use the network:
 * io.reprise.phone.time.Strict is told before each, for StrictMode.
 */
final class StrictCalls {
  /** What a call of the JDK does, by "owner.method". */
  private static final Map<String, String> CALLS = new HashMap<>();

  static {
    add("read", "java/io/FileInputStream", "<init>");
    add("read", "java/io/FileReader", "<init>");
    add("read", "java/util/Scanner", "<init>");
    add("read", "java/io/File", "exists", "length", "list", "listFiles", "isFile", "isDirectory", "lastModified",
        "canRead", "canWrite");
    add("read", "java/nio/file/Files", "readAllBytes", "readAllLines", "newInputStream", "newBufferedReader", "lines",
        "exists", "size", "list", "walk");
    add("write", "java/io/FileOutputStream", "<init>");
    add("write", "java/io/FileWriter", "<init>");
    add("write", "java/io/RandomAccessFile", "<init>");
    add("write", "java/io/File", "delete", "mkdir", "mkdirs", "createNewFile", "createTempFile", "renameTo",
        "setLastModified");
    add("write", "java/nio/file/Files", "write", "newOutputStream", "newBufferedWriter", "delete", "deleteIfExists",
        "createFile", "createDirectory", "createDirectories", "copy", "move");
    add("network", "java/net/Socket", "connect");
    add("network", "java/net/URL", "openStream", "getContent");
    for (String owner : new String[] {"java/net/URLConnection", "java/net/HttpURLConnection",
        "javax/net/ssl/HttpsURLConnection"}) {
      add("network", owner, "connect", "getInputStream", "getOutputStream", "getResponseCode", "getContentLength");
    }
    add("network", "java/net/InetAddress", "getByName", "getAllByName", "isReachable");
    add("network", "java/net/DatagramSocket", "send", "receive");
  }

  private static void add(String what, String owner, String... methods) {
    for (String method : methods) CALLS.put(owner + "." + method, what);
  }

  private StrictCalls() {}

  /** The method of Strict that is to be told before this call; null = none. */
  static String told(String owner, String method) {
    return owner.startsWith("java") ? CALLS.get(owner + "." + method) : null;
  }
}
