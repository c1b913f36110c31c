package io.reprise.phone.host;

import io.reprise.phone.time.Agent;
import io.reprise.phone.time.Methods;
import java.lang.instrument.ClassDefinition;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets each method of an app begin with a note that it ran:
 *
 * <pre>
 *   getstatic Methods.RAN; ldc NUMBER; iconst_1; bastore
 * </pre>
 *
 * No class gets a field or a method that the app could see. Done as classes are
 * loaded, or to those that are loaded already. Any thread.
 */
public final class MethodProbes {
  private static final String OWNER = "io/reprise/phone/time/Methods";

  private MethodProbes() {}

  /** Notes the methods of the app from now on, also of the classes it has loaded. */
  public static void begin(AppLoader loader) throws Exception {
    if (Methods.noted()) return;
    Methods.note();
    List<ClassDefinition> definitions = new ArrayList<>();
    for (Class<?> type : Agent.instrumentation().getAllLoadedClasses()) {
      if (type.getClassLoader() != loader || type.isArray() || type.isHidden()) continue;
      byte[] code = loader.code(type.getName());
      if (code != null) definitions.add(new ClassDefinition(type, add(code)));
    }
    Agent.instrumentation().redefineClasses(definitions.toArray(new ClassDefinition[0]));
  }

  /** The class with notes. */
  static byte[] add(byte[] code) {
    ClassReader reader = new ClassReader(code);
    ClassWriter writer = new ClassWriter(reader, 0);
    String owner = "L" + reader.getClassName() + ";->";
    reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
          String[] exceptions) {
        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
        if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) return to;
        int number = Methods.number(owner + name + descriptor);
        return number < 0 ? to : new Probe(to, number);
      }
    }, 0);
    return writer.toByteArray();
  }

  private static final class Probe extends MethodVisitor {
    private static final int STACK = 3;
    private final int number;

    Probe(MethodVisitor to, int number) {
      super(Opcodes.ASM9, to);
      this.number = number;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitFieldInsn(Opcodes.GETSTATIC, OWNER, "RAN", "[Z");
      if (number <= Short.MAX_VALUE) super.visitIntInsn(Opcodes.SIPUSH, number);
      else super.visitLdcInsn(number);
      super.visitInsn(Opcodes.ICONST_1);
      super.visitInsn(Opcodes.BASTORE);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(Math.max(stack, STACK), locals);
    }
  }
}
