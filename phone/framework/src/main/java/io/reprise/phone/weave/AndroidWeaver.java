package io.reprise.phone.weave;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Weaves Android's framework and its stand-ins for natives (Robolectric's
 * shadows): what {@link Weaver} does, and the methods in which Android meets the
 * clock get a new body.
 */
final class AndroidWeaver {
  private static final String ANDROID = Weaver.TIME + "Android";

  /** Method -> method of io.reprise.phone.time.Android that is its body now;
   * arguments are handed over, `this` only if the name begins with '.'. */
  private static final Map<String, Map<String, String>> BODIES = Map.of(
      "android/os/SystemClock", Map.ofEntries(
          Map.entry("uptimeMillis()J", "millis"),
          Map.entry("elapsedRealtime()J", "millis"),
          Map.entry("currentThreadTimeMillis()J", "millis"),
          Map.entry("currentThreadTimeMicro()J", "micros"),
          Map.entry("uptimeNanos()J", "nanos"),
          Map.entry("elapsedRealtimeNanos()J", "nanos"),
          Map.entry("currentTimeMicro()J", "wallMicros"),
          Map.entry("currentNetworkTimeMillis()J", "wallMillis"),
          Map.entry("sleep(J)V", "sleep")),
      "android/os/MessageQueue", Map.of(
          "nativePollOnce(JI)V", "pollOnce",
          "nativeWake(J)V", "wake",
          "nativeIsPolling(J)Z", "isPolling"),
      "org/robolectric/shadows/ShadowPausedSystemClock", Map.of(
          "uptimeNanos()J", "nanos",
          "elapsedRealtimeNanos()J", "nanos",
          "currentTimeMicro()J", "wallMicros",
          "sleep(J)V", "sleep"),
      "org/robolectric/shadows/ShadowSystem", Map.of(
          "nanoTime()J", "nanos",
          "currentTimeMillis()J", "wallMillis"),
      "org/robolectric/shadows/ShadowPausedMessageQueue", Map.of(
          "nativePollOnce(JI)V", "pollOnce",
          "nativeWake(J)V", "wake",
          "nativeIsPolling(J)Z", "isPolling"),
      "org/robolectric/shadows/ShadowDisplayEventReceiver$NativeDisplayEventReceiver", Map.of(
          "scheduleVsync()V", ".scheduleVsync"));

  /** Robolectric's way to answer System's clocks, by invokedynamic. */
  private static final Map<String, String> INTRINSICS = Map.of(
      "nanoTime", "nanos",
      "currentTimeMillis", "wallMillis");

  private static final Set<String> CANVAS_LOCKS = Set.of(
      "android/view/Surface.lockCanvas(Landroid/graphics/Rect;)Landroid/graphics/Canvas;",
      "android/view/Surface.lockHardwareCanvas()Landroid/graphics/Canvas;",
      "android/view/TextureView.lockCanvas(Landroid/graphics/Rect;)Landroid/graphics/Canvas;");

  private static final Set<String> THREADS = Set.of("java/lang/Thread", "android/os/HandlerThread");

  private AndroidWeaver() {}

  /** The class, woven; the same array if there is nothing to weave. */
  static byte[] weave(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    String name = reader.getClassName();
    Map<String, String> bodies = BODIES.getOrDefault(name, Map.of());
    ClassWriter writer = new ClassWriter(reader, 0);
    int[] count = {bodies.size()};
    ClassVisitor woven = Weaver.visitor(writer, true, THREADS::contains, count);
    reader.accept(new ClassVisitor(Opcodes.ASM9, woven) {
      @Override
      public MethodVisitor visitMethod(int access, String method, String descriptor,
          String signature, String[] exceptions) {
        String body = bodies.get(method + descriptor);
        if (body != null) {
          int written = access & ~(Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE);
          write(writer.visitMethod(written, method, descriptor, signature, exceptions), access,
              name, descriptor, body);
          return null;
        }
        MethodVisitor to = super.visitMethod(access, method, descriptor, signature, exceptions);
        if (name.equals("android/os/MessageQueue") && method.equals("nativeDestroy")) {
          return new First(to, Opcodes.LLOAD, "destroy", "(J)V");
        }
        MethodVisitor intrinsics = new Intrinsics(to, count);
        if (!CANVAS_LOCKS.contains(name + "." + method + descriptor)) return intrinsics;
        count[0]++;
        return new First(intrinsics, Opcodes.ALOAD, "lockCanvas", "(Ljava/lang/Object;)V");
      }
    }, 0);
    return count[0] == 0 ? bytes : writer.toByteArray();
  }

  private static void write(MethodVisitor to, int access, String owner, String descriptor,
      String target) {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    boolean withThis = target.startsWith(".");
    int local = isStatic ? 0 : 1;
    to.visitCode();
    if (withThis) to.visitVarInsn(Opcodes.ALOAD, 0);
    for (Type type : Type.getArgumentTypes(descriptor)) {
      to.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
      local += type.getSize();
    }
    to.visitMethodInsn(Opcodes.INVOKESTATIC, ANDROID, withThis ? target.substring(1) : target,
        withThis ? "(Ljava/lang/Object;" + descriptor.substring(1) : descriptor, false);
    to.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    to.visitMaxs(local + 2, local);
    to.visitEnd();
  }

  /** Ours first, with `this` or the first argument; then as ever. */
  private static final class First extends MethodVisitor {
    private final int load;
    private final String target;
    private final String signature;

    First(MethodVisitor to, int load, String target, String signature) {
      super(Opcodes.ASM9, to);
      this.load = load;
      this.target = target;
      this.signature = signature;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitVarInsn(load, 0);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, ANDROID, target, signature, false);
    }
  }

  /** invokedynamic nanoTime  ->  invokestatic Android.nanos. */
  private static final class Intrinsics extends MethodVisitor {
    private final int[] count;

    Intrinsics(MethodVisitor to, int[] count) {
      super(Opcodes.ASM9, to);
      this.count = count;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap,
        Object... arguments) {
      String target = INTRINSICS.get(name);
      if (target != null && bootstrap.getName().equals("bootstrapIntrinsic")
          && "java.lang.System".equals(arguments[0])) {
        count[0]++;
        super.visitMethodInsn(Opcodes.INVOKESTATIC, ANDROID, target, descriptor, false);
      } else {
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
      }
    }
  }
}
