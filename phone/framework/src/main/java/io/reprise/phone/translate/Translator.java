package io.reprise.phone.translate;

import com.googlecode.d2j.dex.ClassVisitorFactory;
import com.googlecode.d2j.dex.Dex2Asm;
import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.dex2jar.ir.IrMethod;
import com.googlecode.dex2jar.ir.ts.AggTransformer;
import com.googlecode.dex2jar.ir.ts.CleanLabel;
import com.googlecode.dex2jar.ir.ts.DeadCodeTransformer;
import com.googlecode.dex2jar.ir.ts.ExceptionHandlerTrim;
import com.googlecode.dex2jar.ir.ts.Ir2JRegAssignTransformer;
import com.googlecode.dex2jar.ir.ts.MultiArrayTransformer;
import com.googlecode.dex2jar.ir.ts.NewTransformer;
import com.googlecode.dex2jar.ir.ts.NpeTransformer;
import com.googlecode.dex2jar.ir.ts.RemoveConstantFromSSA;
import com.googlecode.dex2jar.ir.ts.RemoveLocalFromSSA;
import com.googlecode.dex2jar.ir.ts.TypeTransformer;
import com.googlecode.dex2jar.ir.ts.UnSSATransformer;
import com.googlecode.dex2jar.ir.ts.VoidInvokeTransformer;
import com.googlecode.dex2jar.ir.ts.ZeroTransformer;
import com.googlecode.dex2jar.ir.ts.array.FillArrayTransformer;
import io.reprise.phone.weave.Weaver;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/**
 * Translates classes, one after the other; each thread has its own, since the
 * steps of a translation have state. A method that cannot be translated becomes
 * one that throws a VerifyError, as a broken one does on a phone.
 */
final class Translator extends Dex2Asm {
  private final DexFileNode all;
  private final Map<String, Clz> infos;
  private final Hierarchy hierarchy;
  private final List<String> failures; // synchronized
  final int[] woven = {0};

  private final Set<String> stubs = new HashSet<>(); // of the class at hand
  private final Set<String> plain = new HashSet<>(); // the same: without names of variables
  private byte[] result;

  private final CleanLabel labels = new CleanLabel();
  private final DeadCodeTransformer deadCode = new DeadCodeTransformer();
  private final RemoveLocalFromSSA locals = new RemoveLocalFromSSA();
  private final RemoveConstantFromSSA constants = new RemoveConstantFromSSA();
  private final ZeroTransformer zeros = new ZeroTransformer();
  private final NpeTransformer npes = new NpeTransformer();
  private final NewTransformer news = new NewTransformer();
  private final FillArrayTransformer fills = new FillArrayTransformer();
  private final AggTransformer aggregates = new AggTransformer();
  private final MultiArrayTransformer arrays = new MultiArrayTransformer();
  private final VoidInvokeTransformer voids = new VoidInvokeTransformer();
  private final TypeTransformer types = new TypeTransformer();
  private final UnSSATransformer unSsa = new UnSSATransformer();
  private final Ir2JRegAssignTransformer registers = new Ir2JRegAssignTransformer();
  private final ExceptionHandlerTrim handlers = new ExceptionHandlerTrim();

  Translator(DexFileNode all, Hierarchy hierarchy, List<String> failures) {
    this(all, collectClzInfo(all), hierarchy, failures);
  }

  private Translator(DexFileNode all, Map<String, Clz> infos, Hierarchy hierarchy,
      List<String> failures) {
    this.all = all;
    this.infos = infos;
    this.hierarchy = hierarchy;
    this.failures = failures;
  }

  /** One more of the same, for another thread. */
  Translator another() {
    return new Translator(all, infos, hierarchy, failures);
  }

  /** The class file; null if there can be none, which is among the failures. */
  byte[] translate(DexClassNode type) {
    stubs.clear();
    plain.clear();
    while (true) {
      result = null;
      try {
        convertClass(all, type, writing(type), infos);
        return result;
      } catch (MethodTooLargeException e) {
        if (plain.add(e.getMethodName() + e.getDescriptor())) continue;
        if (!stubs.add(e.getMethodName() + e.getDescriptor())) throw e;
        fail(type, e.getMethodName(), "it is too large for a class file");
      } catch (RuntimeException | StackOverflowError | LinkageError e) {
        fail(type, null, Dexes.said(e));
        return null;
      }
    }
  }

  private void fail(DexClassNode type, String method, String why) {
    String name = type.className.substring(1, type.className.length() - 1).replace('/', '.');
    failures.add(name + (method == null ? "" : "." + method) + ": " + why);
  }

  private ClassVisitorFactory writing(DexClassNode type) {
    ClassWriter writer = new ClassWriter(0);
    return name -> new Fix(
        new AppCalls(Weaver.visitor(writer, true, hierarchy::isThread, woven), woven),
        writer, type.source);
  }

  /** Makes it loadable: version, interface flags, source file. */
  private final class Fix extends ClassVisitor {
    private final ClassWriter writer;
    private final String source;

    Fix(ClassVisitor to, ClassWriter writer, String source) {
      super(Opcodes.ASM9, to);
      this.writer = writer;
      this.source = source;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent,
        String[] interfaces) {
      super.visit(Opcodes.V1_8, access, name, signature, parent, interfaces);
      if (source != null) super.visitSource(source, null);
    }

    @Override
    public void visitSource(String file, String debug) {}

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor,
        String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9,
          super.visitMethod(access, name, descriptor, signature, exceptions)) {
        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String type,
            boolean isInterface) {
          boolean asked = opcode == Opcodes.INVOKESTATIC || opcode == Opcodes.INVOKESPECIAL;
          super.visitMethodInsn(opcode, owner, method, type,
              isInterface || (asked && !method.equals("<init>") && hierarchy.isInterface(owner)));
        }
      };
    }

    @Override
    public void visitEnd() {
      super.visitEnd();
      result = writer.toByteArray();
    }
  }

  /**
   * What dex2jar makes of a method; its small constants are none of a class file, and the owners
   * of some constructors are those of {@link BorrowedConstructors}.
   */
  private static final class Code extends MethodNode {
    Code(DexMethodNode of) {
      super(Opcodes.ASM9, of.access, of.method.getName(), of.method.getDesc(), null, null);
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Byte || value instanceof Short) value = ((Number) value).intValue();
      if (value instanceof Character) value = (int) (Character) value;
      super.visitLdcInsn(value);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, BorrowedConstructors.made(type));
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
      super.visitMethodInsn(opcode, BorrowedConstructors.called(owner), name, type, isInterface);
    }
  }

  @Override
  public void convertCode(DexMethodNode method, MethodVisitor to, ClzCtx context) {
    String name = method.method.getName();
    boolean stub = stubs.contains(name + method.method.getDesc());
    boolean bare = stub || plain.contains(name + method.method.getDesc());
    MethodNode code = bare ? null : named(method, context);
    if (!stub && code == null) {
      code = new Code(method);
      try {
        super.convertCode(method, code, context);
        check(code, owner(method));
      } catch (RuntimeException | AnalyzerException | StackOverflowError e) {
        failures.add(owner(method) + "." + name + ": " + Dexes.said(e));
        stub = true;
      }
    }
    if (stub) {
      code = new Code(method);
      writeStub(code, owner(method) + "." + name + " could not be translated");
    }
    code.accept(new MethodVisitor(Opcodes.ASM9, to) {
      @Override
      public void visitEnd() {} // comes after the code
    });
  }

  /** With the names of its variables; null if it has none, or goes only without. */
  private MethodNode named(DexMethodNode method, ClzCtx context) {
    LocalNames names = LocalNames.of(method);
    DexMethodNode marked = names == null ? null : names.mark();
    if (marked == null) return null;
    MethodNode code = new Code(method);
    try {
      super.convertCode(marked, code, context);
      LocalTable.write(code, names, method.method.getOwner());
      check(code, owner(method));
      return code;
    } catch (RuntimeException | AnalyzerException | StackOverflowError e) {
      return null;
    }
  }

  /**
   * The JVM does not verify this code and ends with the phone's process in it if
   * its stack does not add up. Also finds out how large it is: COMPUTE_MAXS of
   * ASM is too small for handlers.
   */
  private static void check(MethodNode code, String owner) throws AnalyzerException {
    new Analyzer<>(new BasicVerifier()).analyzeAndComputeMaxs(owner.replace('.', '/'), code);
  }

  private static String owner(DexMethodNode method) {
    String owner = method.method.getOwner();
    return owner.substring(1, owner.length() - 1).replace('/', '.');
  }

  private static void writeStub(MethodNode to, String why) {
    String error = "java/lang/VerifyError";
    to.visitCode();
    to.visitTypeInsn(Opcodes.NEW, error);
    to.visitInsn(Opcodes.DUP);
    to.visitLdcInsn(why);
    to.visitMethodInsn(Opcodes.INVOKESPECIAL, error, "<init>", "(Ljava/lang/String;)V", false);
    to.visitInsn(Opcodes.ATHROW);
    to.visitMaxs(3, Type.getArgumentsAndReturnSizes(to.desc) >> 2);
  }

  /** The steps in the order of dex2jar's own tool, without its options. */
  @Override
  public void optimize(IrMethod method) {
    labels.transform(method);
    clean(method);
    zeros.transform(method);
    if (npes.transformReportChanged(method)) clean(method);
    BorrowedConstructors.mark(method);
    news.transform(method);
    fills.transform(method);
    aggregates.transform(method);
    arrays.transform(method);
    voids.transform(method);
    clean(method);
    types.transform(method);
    unSsa.transform(method);
    registers.transform(method);
    handlers.transform(method);
  }

  private void clean(IrMethod method) {
    deadCode.transform(method);
    locals.transform(method);
    constants.transform(method);
  }
}
