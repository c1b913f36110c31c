package io.reprise.phone.weave;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/** On a class as Robolectric writes them: int value; C() { value = 40; } static int s = 2; int sum() { return value + s; } */
public final class RestorerTest implements Opcodes {
  private static final String ROBO = "$$robo$$t_C$";
  private static final String SUPPORT = "org/robolectric/internal/bytecode/InvokeDynamicSupport";
  private static final String BOOTSTRAP = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
      + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;I)Ljava/lang/invoke/CallSite;";

  /** One method is its shadow's. */
  private static Shadowing shadowing(String replaced) {
    return new Shadowing() {
      @Override public boolean shadowed() {
        return true;
      }

      @Override public boolean replaces(String method, String descriptor, boolean isStatic, boolean isNative) {
        return method.equals(replaced);
      }
    };
  }

  private static byte[] instrumented() {
    ClassWriter c = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    c.visit(V11, ACC_PUBLIC, "t/C", null, "java/lang/Object", new String[] {Restorer.SHADOWED_OBJECT});
    c.visitField(ACC_PUBLIC, "__robo_data__", "Ljava/lang/Object;", null, null);
    c.visitField(ACC_PUBLIC, "value", "I", null, null);
    c.visitField(ACC_PUBLIC | ACC_STATIC, "s", "I", null, null);
    MethodVisitor m = c.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
    m.visitVarInsn(ALOAD, 0);
    m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    m.visitVarInsn(ALOAD, 0);
    m.visitMethodInsn(INVOKEVIRTUAL, "t/C", "$$robo$init", "()V", false);
    dynamic(m, "__constructor__", "()V");
    m = c.visitMethod(ACC_PRIVATE, ROBO + "__constructor__", "()V", null, null);
    m.visitVarInsn(ALOAD, 0);
    m.visitIntInsn(BIPUSH, 40);
    m.visitFieldInsn(PUTFIELD, "t/C", "value", "I");
    end(m, RETURN);
    dynamic(c.visitMethod(ACC_PUBLIC, "sum", "()I", null, null), "sum", "()I");
    m = c.visitMethod(ACC_PRIVATE | ACC_FINAL, ROBO + "sum", "()I", null, null);
    m.visitVarInsn(ALOAD, 0);
    m.visitFieldInsn(GETFIELD, "t/C", "value", "I");
    m.visitFieldInsn(GETSTATIC, "t/C", "s", "I");
    m.visitInsn(IADD);
    end(m, IRETURN);
    m = c.visitMethod(ACC_STATIC, "__staticInitializer__", "()V", null, null);
    m.visitInsn(ICONST_2);
    m.visitFieldInsn(PUTSTATIC, "t/C", "s", "I");
    end(m, RETURN);
    m = c.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
    m.visitLdcInsn(Type.getObjectType("t/C"));
    m.visitMethodInsn(INVOKESTATIC, "org/robolectric/internal/bytecode/RobolectricInternals", "classInitializing",
        "(Ljava/lang/Class;)V", false);
    end(m, RETURN);
    end(c.visitMethod(ACC_PROTECTED, "$$robo$init", "()V", null, null), RETURN);
    m = c.visitMethod(ACC_PUBLIC, "$$robo$getData", "()Ljava/lang/Object;", null, null);
    m.visitInsn(ACONST_NULL);
    end(m, ARETURN);
    c.visitEnd();
    return c.toByteArray();
  }

  private static void dynamic(MethodVisitor m, String name, String descriptor) {
    m.visitVarInsn(ALOAD, 0);
    m.visitInvokeDynamicInsn(name, "(Lt/C;" + descriptor.substring(1),
        new Handle(H_INVOKESTATIC, SUPPORT, "bootstrap", BOOTSTRAP, false),
        new Handle(H_INVOKESPECIAL, "t/C", ROBO + name, descriptor, false), 0);
    end(m, Type.getReturnType(descriptor).getOpcode(IRETURN));
  }

  private static void end(MethodVisitor m, int opcode) {
    m.visitInsn(opcode);
    m.visitMaxs(0, 0);
    m.visitEnd();
  }

  private static List<String> methods(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    return node.methods.stream().map(m -> m.name).sorted().collect(Collectors.toList());
  }

  private static Object made(byte[] bytes) throws Exception {
    ClassLoader loader = new ClassLoader(RestorerTest.class.getClassLoader()) {
      @Override protected Class<?> findClass(String name) {
        return defineClass(name, bytes, 0, bytes.length);
      }
    };
    return loader.loadClass("t.C").getConstructor().newInstance();
  }

  private static Object call(Object object, String method) throws Exception {
    var m = object.getClass().getDeclaredMethod(method);
    m.setAccessible(true);
    return m.invoke(object);
  }

  @Test
  public void withoutAShadowNothingOfItIsLeft() throws Exception {
    byte[] restored = Restorer.restore(instrumented(), Shadowing.NONE, name -> false);
    assertEquals(List.of("$$robo$getData", "$$robo$init", "<clinit>", "<init>", "__staticInitializer__", "sum"),
        methods(restored));
    assertEquals(42, call(made(restored), "sum"));
  }

  @Test
  public void theShadowOfASuperclassIsInherited() {
    byte[] restored = Restorer.restore(instrumented(), Shadowing.NONE, name -> name.equals("java/lang/Object"));
    assertFalse(methods(restored).contains("$$robo$init"));
    assertFalse(methods(restored).contains("$$robo$getData"));
  }

  @Test
  public void aShadowCanCallWhatItDoesNotReplace() throws Exception {
    Object made = made(Restorer.restore(instrumented(), shadowing("other"), name -> false));
    assertEquals(42, call(made, "sum"));
    assertEquals(42, call(made, ROBO + "sum"));
    made.getClass().getField("value").setInt(made, 0);
    call(made, ROBO + "__constructor__");
    assertEquals(42, call(made, "sum"));
  }

  @Test
  public void aMethodOfAShadowIsStillAskedFor() throws Exception {
    byte[] restored = Restorer.restore(instrumented(), shadowing("sum"), name -> false);
    Object made = made(restored);
    assertEquals(42, call(made, ROBO + "sum"));
    // Nobody has said which shadows there are.
    assertThrows(Throwable.class, () -> call(made, "sum"));
  }

  @Test
  public void otherClassesStayAsTheyAre() {
    ClassWriter c = new ClassWriter(0);
    c.visit(V11, ACC_PUBLIC, "t/D", null, "java/lang/Object", null);
    c.visitEnd();
    byte[] bytes = c.toByteArray();
    assertEquals(bytes, Restorer.restore(bytes, Shadowing.NONE, name -> false));
  }
}
