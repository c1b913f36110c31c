package io.reprise.phone.translate;

import static org.junit.Assert.assertEquals;

import com.googlecode.d2j.Method;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.reader.Op;
import com.googlecode.d2j.visitors.DexClassVisitor;
import com.googlecode.d2j.visitors.DexCodeVisitor;
import com.googlecode.d2j.visitors.DexMethodVisitor;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.objectweb.asm.Opcodes;

/** On classes as R8 writes them: A without a constructor, made by that of its superclass. */
public final class BorrowedConstructorsTest implements Opcodes {
  private static final int STATIC = ACC_PUBLIC | ACC_STATIC;

  /** static TYPE make() { return new TYPE, constructed by `constructor` } */
  private static void maker(DexFileNode file, String name, String type, String constructor) {
    DexClassVisitor c = file.visit(ACC_PUBLIC, name, "Ljava/lang/Object;", null);
    DexMethodVisitor m = c.visitMethod(STATIC, new Method(name, "make", new String[0], type));
    DexCodeVisitor code = m.visitCode();
    code.visitRegister(1);
    code.visitTypeStmt(Op.NEW_INSTANCE, 0, -1, type);
    code.visitMethodStmt(Op.INVOKE_DIRECT, new int[] {0}, new Method(constructor, "<init>", new String[0], "V"));
    code.visitStmt1R(Op.RETURN_OBJECT, 0);
    code.visitEnd();
    m.visitEnd();
    c.visitEnd();
  }

  private static void empty(DexFileNode file, String name, String parent) {
    file.visit(ACC_PUBLIC, name, parent, null).visitEnd();
  }

  private static Object make(DexFileNode file, String maker) throws Exception {
    List<String> failures = new ArrayList<>();
    Translator translator = new Translator(file, new Hierarchy(file, null), failures);
    ClassLoader loader = new ClassLoader(BorrowedConstructorsTest.class.getClassLoader()) {
      @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (var type : file.clzs) {
          if (!type.className.equals("L" + name + ";")) continue;
          byte[] bytes = translator.translate(type);
          return defineClass(name, bytes, 0, bytes.length);
        }
        throw new ClassNotFoundException(name);
      }
    };
    Object made = loader.loadClass(maker).getMethod("make").invoke(null);
    assertEquals(List.of(), failures);
    return made;
  }

  @Test
  public void anObjectIsOfTheClassThatItIsMadeOf() throws Exception {
    DexFileNode file = new DexFileNode();
    empty(file, "LA;", "Ljava/lang/Object;");
    maker(file, "LM;", "LA;", "Ljava/lang/Object;");
    assertEquals("A", make(file, "M").getClass().getName());
  }

  @Test
  public void alsoWhereTheConstructorIsOfAnotherClass() throws Exception {
    DexFileNode file = new DexFileNode();
    empty(file, "LA;", "Ljava/util/ArrayList;");
    maker(file, "LM;", "LA;", "Ljava/util/ArrayList;");
    Object made = make(file, "M");
    assertEquals("A", made.getClass().getName());
    ((ArrayList<?>) made).add(null);
    assertEquals("[null]", made.toString());
  }

  @Test
  public void oneOfItsOwnIsCalledAsEver() throws Exception {
    DexFileNode file = new DexFileNode();
    maker(file, "LM;", "Ljava/util/ArrayList;", "Ljava/util/ArrayList;");
    assertEquals(ArrayList.class, make(file, "M").getClass());
  }
}
