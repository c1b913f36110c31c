package io.reprise.phone.translate;

import io.reprise.phone.weave.Weaver;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Calls of an app that the phone has a hand in. Some must not reach the JVM it
 * runs in (its process ends, but not the phone's, and there are no native
 * libraries for it): they go to io.reprise.phone.time.AppCalls instead. Before
 * those of StrictCalls, io.reprise.phone.time.Strict is told.
 */
final class AppCalls extends ClassVisitor {
  private static final String INSTEAD = Weaver.TIME + "AppCalls";
  private static final String BEFORE = Weaver.TIME + "Strict";

  private static final Map<String, String> CALLS = Map.of(
      "java/lang/System.exit(I)V", "(I)V",
      "java/lang/Runtime.exit(I)V", "(Ljava/lang/Runtime;I)V",
      "java/lang/Runtime.halt(I)V", "(Ljava/lang/Runtime;I)V",
      "java/lang/System.loadLibrary(Ljava/lang/String;)V", "(Ljava/lang/String;)V",
      "java/lang/System.load(Ljava/lang/String;)V", "(Ljava/lang/String;)V",
      "java/lang/Runtime.loadLibrary(Ljava/lang/String;)V",
      "(Ljava/lang/Runtime;Ljava/lang/String;)V",
      "java/lang/Runtime.load(Ljava/lang/String;)V", "(Ljava/lang/Runtime;Ljava/lang/String;)V");

  private final int[] count;

  AppCalls(ClassVisitor to, int[] count) {
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
        String told = StrictCalls.told(owner, method);
        if (told != null) {
          count[0]++;
          super.visitMethodInsn(Opcodes.INVOKESTATIC, BEFORE, told, "()V", false);
        }
        String hook = CALLS.get(owner + "." + method + type);
        if (hook == null) {
          super.visitMethodInsn(opcode, owner, method, type, isInterface);
          return;
        }
        count[0]++;
        super.visitMethodInsn(Opcodes.INVOKESTATIC, INSTEAD, method, hook, false);
      }
    };
  }
}
