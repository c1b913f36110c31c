// Writes Dynamic.class, which no Java source makes: invokedynamic with a
// bootstrap method of its own (invoke-custom), and constants that are method
// handles and method types.
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.Type;

public class MakeDynamic implements Opcodes {
  static final String BOOTSTRAP =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
      + "Ljava/lang/invoke/MethodType;IJFDLjava/lang/String;"
      + "Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;"
      + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";

  public static void main(String[] args) throws Exception {
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_MAXS | ClassWriter.COMPUTE_FRAMES);
    writer.visit(V1_8, ACC_PUBLIC, "Dynamic", null, "java/lang/Object", null);
    writer.visitField(ACC_STATIC, "field", "I", null, null).visitEnd();
    MethodVisitor target = writer.visitMethod(
        ACC_STATIC, "target", "(IJ)V", null, null);
    target.visitCode();
    target.visitInsn(RETURN);
    target.visitMaxs(0, 0);
    MethodVisitor boot = writer.visitMethod(
        ACC_PUBLIC | ACC_STATIC, "boot", BOOTSTRAP, null, null);
    boot.visitCode();
    boot.visitInsn(ACONST_NULL);
    boot.visitInsn(ARETURN);
    boot.visitMaxs(0, 0);
    Handle handle = new Handle(H_INVOKESTATIC, "Dynamic", "boot", BOOTSTRAP, false);
    Handle put = new Handle(H_PUTSTATIC, "Dynamic", "field", "I", false);
    Handle call = new Handle(H_INVOKESTATIC, "Dynamic", "target", "(IJ)V", false);
    MethodVisitor main = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "main", "()V", null, null);
    main.visitCode();
    for (int i = 0; i < 3; ++i) {
      main.visitInsn(ICONST_1);
      main.visitInsn(LCONST_1);
      main.visitInvokeDynamicInsn(
          "site", "(IJ)V", handle, i / 2, 2L, 3f, 4.0, "text",
          Type.getType("[I"), i == 0 ? put : call, Type.getMethodType("(IJ)V"));
    }
    main.visitLdcInsn(put);
    main.visitInsn(POP);
    main.visitLdcInsn(call);
    main.visitInsn(POP);
    main.visitLdcInsn(Type.getMethodType("([ILjava/lang/String;)J"));
    main.visitInsn(POP);
    main.visitInsn(RETURN);
    main.visitMaxs(0, 0);
    Files.write(Path.of(args[0], "Dynamic.class"), writer.toByteArray());
  }
}
