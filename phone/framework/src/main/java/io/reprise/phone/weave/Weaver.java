package io.reprise.phone.weave;

import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Sends a class's calls of clocks, waits and random numbers to
 * io.reprise.phone.time, and tells it of the monitors that the class enters.
 *
 * <pre>
 *   invokestatic System.nanoTime()J  ->  invokestatic Hooks.nanoTime()J
 *   invokevirtual X.wait(J)V         ->  invokestatic Monitors.await(Object, J)V
 *   monitorenter                     ->  dup; Monitors.enter; monitorenter
 *   monitorexit                      ->  dup; monitorexit; Monitors.exit
 * </pre>
 *
 * A synchronized method becomes one whose body does so. No frames are written:
 * the JVM that runs this does not verify it. Any thread.
 */
public final class Weaver {
  public static final String TIME = "io/reprise/phone/time/";
  static final String HOOKS = TIME + "Hooks";
  static final String MONITORS = TIME + "Monitors";

  /** Calls of static methods that are the same in Hooks. */
  private static final Map<String, String> STATICS = Map.of(
      "java/lang/System.nanoTime()J", "nanoTime",
      "java/lang/System.currentTimeMillis()J", "currentTimeMillis",
      "java/lang/Thread.sleep(J)V", "sleep",
      "java/lang/Thread.sleep(JI)V", "sleep",
      "java/lang/Thread.yield()V", "yield",
      "java/lang/Thread.onSpinWait()V", "yield",
      "java/lang/Math.random()D", "random",
      "java/lang/StrictMath.random()D", "random");

  /** Final methods of Object, whatever class is named as the owner. */
  private static final Map<String, String> WAITS = Map.of(
      "wait()V", "await",
      "wait(J)V", "await",
      "wait(JI)V", "await",
      "notify()V", "notify",
      "notifyAll()V", "notifyAll");

  /** Methods of Thread that know what the scheduler knows. */
  private static final Map<String, String> THREADS = Map.of(
      "isAlive()Z", "(Ljava/lang/Thread;)Z",
      "getId()J", "(Ljava/lang/Thread;)J");

  private Weaver() {}

  /** The class, woven; the same array if there is nothing to weave. */
  public static byte[] weave(byte[] bytes, boolean monitors, Predicate<String> isThread) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    int[] count = {0};
    reader.accept(visitor(writer, monitors, isThread, count), 0);
    return count[0] == 0 ? bytes : writer.toByteArray();
  }

  /** Writes what it is told, woven; adds up how much there was to weave. */
  public static ClassVisitor visitor(ClassVisitor to, boolean monitors, Predicate<String> isThread,
      int[] count) {
    return new ClassVisitor(Opcodes.ASM9, to) {
      private String owner;

      @Override
      public void visit(int version, int access, String name, String signature, String parent,
          String[] interfaces) {
        owner = name;
        super.visit(version, access, name, signature, parent, interfaces);
      }

      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor,
          String signature, String[] exceptions) {
        int bodyless = Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;
        boolean body = monitors && (access & Opcodes.ACC_SYNCHRONIZED) != 0
            && (access & bodyless) == 0;
        int written = body ? access & ~Opcodes.ACC_SYNCHRONIZED : access;
        MethodVisitor method =
            super.visitMethod(written, name, descriptor, signature, exceptions);
        if ((access & bodyless) != 0) return method;
        if (name.equals("run") && descriptor.equals("()V") && isThread.test(owner)) {
          count[0]++;
          method = new Begin(method);
        }
        Calls calls = new Calls(method, monitors, isThread, count);
        if (!body) return calls;
        return new SynchronizedBody(calls, owner, access, name, descriptor, signature,
            exceptions);
      }
    };
  }

  /** Hooks.begin(this) first. */
  private static final class Begin extends MethodVisitor {
    Begin(MethodVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitVarInsn(Opcodes.ALOAD, 0);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "begin", "(Ljava/lang/Thread;)V", false);
    }
  }

  /** Redirects calls and announces monitors. */
  private static final class Calls extends MethodVisitor {
    private final boolean monitors;
    private final Predicate<String> isThread;
    private final int[] count;

    Calls(MethodVisitor to, boolean monitors, Predicate<String> isThread, int[] count) {
      super(Opcodes.ASM9, to);
      this.monitors = monitors;
      this.isThread = isThread;
      this.count = count;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor,
        boolean isInterface) {
      if (opcode == Opcodes.INVOKESTATIC) {
        String hook = STATICS.get(owner + "." + name + descriptor);
        if (hook != null) {
          call(HOOKS, hook, descriptor);
          return;
        }
      } else {
        String wait = WAITS.get(name + descriptor);
        if (wait != null) {
          call(MONITORS, wait, "(Ljava/lang/Object;" + descriptor.substring(1));
          return;
        }
        String ofThread = THREADS.get(name + descriptor);
        if (ofThread != null && isThread.test(owner)) {
          call(HOOKS, name, ofThread);
          return;
        }
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInsn(int opcode) {
      if (monitors && opcode == Opcodes.MONITORENTER) {
        super.visitInsn(Opcodes.DUP);
        call(MONITORS, "enter", "(Ljava/lang/Object;)V");
        super.visitInsn(opcode);
      } else if (monitors && opcode == Opcodes.MONITOREXIT) {
        super.visitInsn(Opcodes.DUP);
        super.visitInsn(opcode);
        call(MONITORS, "exit", "(Ljava/lang/Object;)V");
      } else {
        super.visitInsn(opcode);
      }
    }

    private void call(String owner, String name, String descriptor) {
      count[0]++;
      super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(stack + 2, locals);
    }
  }
}
