package io.reprise.phone.weave;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Weaves the JDK at the root of everything that waits: LockSupport carries all of
 * java.util.concurrent, Thread starts and ends, the clocks behind Date, Calendar
 * and java.time, Timer, the seeds of random numbers, sockets. Only bodies change,
 * so classes that are loaded already can be redefined.
 */
final class JdkWeaver {
  private static final String NETWORK = Weaver.TIME + "Network";

  private static final String LAMBDAS = "java/lang/invoke/InnerClassLambdaMetafactory";

  /** Where calls of clocks and waits are woven: packages or classes. */
  private static final String[] WOVEN = {
    "java/util/concurrent/", "java/util/Timer", "java/util/Date", "java/util/Random",
    "java/util/SplittableRandom", "java/util/GregorianCalendar", "java/util/Calendar",
    "java/util/JapaneseImperialCalendar", "java/time/", "java/text/SimpleDateFormat",
    "java/io/Piped", "java/net/HttpCookie", "java/lang/Thread", "java/lang/ref/ReferenceQueue",
    "java/security/SecureRandom", "sun/util/calendar/", "sun/util/locale/provider/CalendarProvider",
    "sun/net/www/http/KeepAlive", "sun/net/www/http/ClientVector", "sun/nio/ch/NioSocketImpl",
    "sun/nio/ch/SocketChannelImpl", "sun/nio/ch/ServerSocketChannelImpl",
    "sun/nio/ch/DatagramChannelImpl", "sun/nio/ch/EPollSelectorImpl", "java/net/InetAddress",
    "java/lang/ClassLoader", LAMBDAS, FileTimeWeaver.FILE, FileTimeWeaver.STREAM,
    FileTimeWeaver.RANDOM, FileTimeWeaver.CHANNEL, FileTimeWeaver.ATTRIBUTES,
  };

  /** Not these: they run before anything of ours is there, or only once. */
  private static final Set<String> LEFT = Set.of(
      "java/lang/ThreadLocal", "java/lang/ThreadGroup", "java/lang/ThreadDeath");

  /** Methods that wait for the network: "class.method descriptor". */
  private static final Set<String> CALLS = Set.of(
      "sun/nio/ch/NioSocketImpl.connect(Ljava/net/SocketAddress;I)V",
      "sun/nio/ch/NioSocketImpl.read([BII)I",
      "sun/nio/ch/NioSocketImpl.write([BII)V",
      "sun/nio/ch/SocketChannelImpl.connect(Ljava/net/SocketAddress;)Z",
      "sun/nio/ch/SocketChannelImpl.read(Ljava/nio/ByteBuffer;)I",
      "sun/nio/ch/SocketChannelImpl.write(Ljava/nio/ByteBuffer;)I",
      "sun/nio/ch/DatagramChannelImpl.receive(Ljava/nio/ByteBuffer;)Ljava/net/SocketAddress;",
      "java/net/InetAddress.getAllByName0(Ljava/lang/String;Ljava/net/InetAddress;ZZ)"
          + "[Ljava/net/InetAddress;");
  private static final Set<String> LISTENS = Set.of(
      "sun/nio/ch/NioSocketImpl.accept(Ljava/net/SocketImpl;)V",
      "sun/nio/ch/ServerSocketChannelImpl.accept()Ljava/nio/channels/SocketChannel;");

  private JdkWeaver() {}

  /** The class, woven; the same array if there is nothing to weave. */
  static byte[] weave(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    String name = reader.getClassName();
    if (!isWoven(name)) return bytes;
    ClassWriter writer = new ClassWriter(reader, 0);
    int[] count = {0};
    ClassVisitor calls = Weaver.visitor(writer, false, owner -> owner.equals("java/lang/Thread"),
        count);
    reader.accept(new ClassVisitor(Opcodes.ASM9, calls) {
      @Override
      public MethodVisitor visitMethod(int access, String method, String descriptor,
          String signature, String[] exceptions) {
        MethodVisitor to = super.visitMethod(access, method, descriptor, signature, exceptions);
        MethodVisitor special = special(to, name, method, descriptor);
        if (special != to) count[0]++;
        return special;
      }
    }, 0);
    return count[0] == 0 ? bytes : writer.toByteArray();
  }

  private static boolean isWoven(String name) {
    if (LEFT.contains(name) || name.startsWith("java/lang/ThreadLocal")) return false;
    for (String prefix : WOVEN) if (name.startsWith(prefix)) return true;
    return false;
  }

  private static MethodVisitor special(MethodVisitor to, String owner, String name,
      String descriptor) {
    String method = name + descriptor;
    String full = owner + "." + method;
    if (CALLS.contains(full)) return new NetworkBody(to, owner, name, descriptor, "begin");
    MethodVisitor files = FileTimeWeaver.special(to, owner, name, descriptor);
    if (files != to) return files;
    if (LISTENS.contains(full)) return new NetworkBody(to, owner, name, descriptor, "beginListening");
    switch (owner) {
      case "java/util/concurrent/locks/LockSupport":
        switch (method) {
          case "park()V":
          case "park(Ljava/lang/Object;)V":
            return new Before(to, -1, 0, "park", "()Z");
          case "parkNanos(J)V":
            return new Before(to, Opcodes.LLOAD, 0, "parkNanos", "(J)Z");
          case "parkNanos(Ljava/lang/Object;J)V":
            return new Before(to, Opcodes.LLOAD, 1, "parkNanos", "(J)Z");
          case "parkUntil(J)V":
            return new Before(to, Opcodes.LLOAD, 0, "parkUntil", "(J)Z");
          case "parkUntil(Ljava/lang/Object;J)V":
            return new Before(to, Opcodes.LLOAD, 1, "parkUntil", "(J)Z");
          case "unpark(Ljava/lang/Thread;)V":
            return new Before(to, Opcodes.ALOAD, 0, "unpark", "(Ljava/lang/Thread;)Z");
          default:
            return to;
        }
      case "java/lang/Thread":
        if (method.equals("exit()V")) return new Last(to, "exit");
        if (method.equals("interrupt()V")) return new Last(to, "interrupted");
        return method.equals("start()V") ? new Replace(to) : to;
      case "java/security/SecureRandom":
        if (method.equals("nextBytes([B)V")) {
          return new Before(to, Opcodes.ALOAD, 1, "randomBytes", "([B)Z");
        }
        return method.equals("generateSeed(I)[B") ? new SeedBytes(to) : to;
      case "java/util/Random":
        return method.equals("seedUniquifier()J") ? new LastSeed(to) : to;
      case "java/lang/ClassLoader":
        return name.equals("postDefineClass") ? new Defined(to) : to;
      case LAMBDAS:
        return name.equals("spinInnerClass") ? new LambdaName(to) : to;
      case "java/util/SplittableRandom":
      case "java/util/concurrent/ThreadLocalRandom":
      case "java/time/Clock":
      case "sun/nio/ch/EPollSelectorImpl":
        return new Replace(to);
      default:
        return to;
    }
  }

  /** if (Hooks.name(argument)) return; */
  private static final class Before extends MethodVisitor {
    private final int load;
    private final int local;
    private final String hook;
    private final String descriptor;

    Before(MethodVisitor to, int load, int local, String hook, String descriptor) {
      super(Opcodes.ASM9, to);
      this.load = load;
      this.local = local;
      this.hook = hook;
      this.descriptor = descriptor;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (load >= 0) super.visitVarInsn(load, local);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, hook, descriptor, false);
      Label go = new Label();
      super.visitJumpInsn(Opcodes.IFEQ, go);
      super.visitInsn(Opcodes.RETURN);
      super.visitLabel(go);
      super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }
  }

  /** byte[] b = Hooks.randomSeed(n); if (b != null) return b; */
  private static final class SeedBytes extends MethodVisitor {
    SeedBytes(MethodVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitVarInsn(Opcodes.ILOAD, 1);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, "randomSeed", "(I)[B", false);
      super.visitInsn(Opcodes.DUP);
      Label go = new Label();
      super.visitJumpInsn(Opcodes.IFNULL, go);
      super.visitInsn(Opcodes.ARETURN);
      super.visitLabel(go);
      super.visitInsn(Opcodes.POP);
    }
  }

  /** Hooks.name(this) before each return. */
  private static final class Last extends MethodVisitor {
    private final String hook;

    Last(MethodVisitor to, String hook) {
      super(Opcodes.ASM9, to);
      this.hook = hook;
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.RETURN) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, hook, "(Ljava/lang/Thread;)V",
            false);
      }
      super.visitInsn(opcode);
    }
  }

  /** return Hooks.seed(value). */
  private static final class LastSeed extends MethodVisitor {
    LastSeed(MethodVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.LRETURN) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, "seed", "(J)J", false);
      }
      super.visitInsn(opcode);
    }
  }

  /** Hooks.defined(class), first. */
  private static final class Defined extends MethodVisitor {
    Defined(MethodVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitVarInsn(Opcodes.ALOAD, 1);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, "defined", "(Ljava/lang/Class;)V",
          false);
    }
  }

  /** return Hooks.lambda(class, targetClass, implMethodName). */
  private static final class LambdaName extends MethodVisitor {
    LambdaName(MethodVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.ARETURN) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(Opcodes.GETFIELD, LAMBDAS, "targetClass", "Ljava/lang/Class;");
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(Opcodes.GETFIELD, LAMBDAS, "implMethodName", "Ljava/lang/String;");
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, "lambda",
            "(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Class;", false);
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(stack + 2, locals);
    }
  }

  /** Single calls that are done another way. */
  private static final class Replace extends MethodVisitor {
    Replace(MethodVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor,
        boolean isInterface) {
      switch (owner + "." + name) {
        case "java/lang/Thread.start0": {
          // if (!Hooks.start(this)) start0();
          Label done = new Label();
          Label go = new Label();
          super.visitInsn(Opcodes.DUP);
          super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, "start",
              "(Ljava/lang/Thread;)Z", false);
          super.visitJumpInsn(Opcodes.IFEQ, go);
          super.visitInsn(Opcodes.POP);
          super.visitJumpInsn(Opcodes.GOTO, done);
          super.visitLabel(go);
          super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
          super.visitLabel(done);
          break;
        }
        case "java/util/concurrent/atomic/AtomicLong.getAndAdd":
          super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, "seed",
              "(Ljava/util/concurrent/atomic/AtomicLong;J)J", false);
          break;
        case "jdk/internal/misc/VM.getNanoTimeAdjustment":
          super.visitInsn(Opcodes.DUP2);
          super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
          super.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, "nanoTimeAdjustment",
              "(JJ)J", false);
          break;
        case "sun/nio/ch/EPoll.wait":
          super.visitMethodInsn(Opcodes.INVOKESTATIC, NETWORK, "beginListening", "()V", false);
          super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
          super.visitMethodInsn(Opcodes.INVOKESTATIC, NETWORK, "end", "()V", false);
          break;
        default:
          super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(stack + 4, locals);
    }
  }

  /** { check; begin; try { body } finally { end } }. */
  private static final class NetworkBody extends MethodVisitor {
    private final String owner;
    private final String name;
    private final String descriptor;
    private final String beginning;
    private final Label begin = new Label();
    private final Label end = new Label();

    NetworkBody(MethodVisitor to, String owner, String name, String descriptor,
        String beginning) {
      super(Opcodes.ASM9, to);
      this.owner = owner;
      this.name = name;
      this.descriptor = descriptor;
      this.beginning = beginning;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (name.equals("connect")) {
        super.visitVarInsn(Opcodes.ALOAD, 1);
        network("connecting", "(Ljava/net/SocketAddress;)Ljava/net/SocketAddress;");
        super.visitVarInsn(Opcodes.ASTORE, 1);
      } else if (owner.equals("java/net/InetAddress")) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        network("resolving", "(Ljava/lang/String;)V");
      }
      if (name.equals("read") && owner.equals("sun/nio/ch/NioSocketImpl")) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(Opcodes.GETFIELD, "java/net/SocketImpl", "address",
            "Ljava/net/InetAddress;");
        network(beginning, "(Ljava/net/InetAddress;)V");
      } else {
        network(beginning, "()V");
      }
      super.visitLabel(begin);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        network("end", "()V");
        if (name.equals("read") || name.equals("receive")) network("answered", "()V");
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitTryCatchBlock(begin, end, end, null);
      super.visitLabel(end);
      network("end", "()V");
      super.visitInsn(Opcodes.ATHROW);
      super.visitMaxs(stack + 2, locals);
    }

    private void network(String method, String signature) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, NETWORK, method, signature, false);
    }
  }
}
