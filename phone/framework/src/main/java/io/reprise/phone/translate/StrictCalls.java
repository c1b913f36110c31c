package io.reprise.phone.translate;

import io.reprise.phone.weave.Weaver;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tells io.reprise.phone.time.Strict before an app calls what reads or writes
 * files or uses the network, for StrictMode.
 */
final class StrictCalls extends ClassVisitor {
  private static final String TO = Weaver.TIME + "Strict";

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

  private final int[] count;

  StrictCalls(ClassVisitor to, int[] count) {
    super(Opcodes.ASM9, to);
    this.count = count;
  }

  @Override
  public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
      String[] exceptions) {
    return new MethodVisitor(Opcodes.ASM9,
        super.visitMethod(access, name, descriptor, signature, exceptions)) {
      @Override
      public void visitMethodInsn(int opcode, String owner, String method, String type,
          boolean isInterface) {
        String what = owner.startsWith("java") ? CALLS.get(owner + "." + method) : null;
        if (what != null) {
          count[0]++;
          super.visitMethodInsn(Opcodes.INVOKESTATIC, TO, what, "()V", false);
        }
        super.visitMethodInsn(opcode, owner, method, type, isInterface);
      }
    };
  }
}
