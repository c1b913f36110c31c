package io.reprise.phone.weave;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Gives methods of the framework that no shadow stands in for their own bodies
 * back. Robolectric moves every body to a method of its own and calls it by
 * invokedynamic, so that a shadow may come in between at any time; linking those
 * calls was half of the time to an app's first picture. Our shadows are known
 * when the phone is built.
 *
 * <pre>
 *   foo()            { invokedynamic foo }        ->  foo()    { BODY }
 *   $$robo$$C$foo()  { BODY }                     ->  { invokespecial foo } or gone
 *   <init>() { super(); $$robo$init();            ->  <init>() { super();
 *              invokedynamic __constructor__ }          $$robo$init(); BODY }
 *   <clinit>() { classInitializing(C) }           ->  { __staticInitializer__() }
 * </pre>
 *
 * Frames are dropped: the JVM that runs this does not verify it. Any thread.
 */
final class Restorer {
  static final String SHADOWED_OBJECT = "org/robolectric/internal/bytecode/ShadowedObject";
  private static final String SUPPORT = "org/robolectric/internal/bytecode/InvokeDynamicSupport";
  private static final String CONSTRUCTOR = "__constructor__";
  private static final String INITIALIZER = "__staticInitializer__";

  private final ClassNode node;
  private final Shadowing shadows;
  private final Map<String, MethodNode> methods;
  /** The same class once more: bodies are moved out of it. */
  private final Map<String, MethodNode> bodies;

  private Restorer(ClassNode node, ClassNode again, Shadowing shadows) {
    this.node = node;
    this.shadows = shadows;
    methods = methods(node);
    bodies = methods(again);
  }

  private static Map<String, MethodNode> methods(ClassNode node) {
    Map<String, MethodNode> methods = new HashMap<>();
    for (MethodNode m : node.methods) methods.put(m.name + m.desc, m);
    return methods;
  }

  /** Restores a class; `instrumented` says whether a class (its superclass) was made by Robolectric, too. */
  static byte[] restore(byte[] bytes, Shadowing shadows, Predicate<String> instrumented) {
    ClassReader reader = new ClassReader(bytes);
    if (!Arrays.asList(reader.getInterfaces()).contains(SHADOWED_OBJECT)) return bytes;
    Restorer r = new Restorer(read(reader), read(reader), shadows);
    for (MethodNode m : List.copyOf(r.node.methods)) r.restore(m);
    if (!shadows.shadowed()) r.dropShadow(instrumented.test(r.node.superName));
    ClassWriter writer = new ClassWriter(0);
    r.node.accept(writer);
    return writer.toByteArray();
  }

  private static ClassNode read(ClassReader reader) {
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.SKIP_FRAMES);
    return node;
  }

  private void restore(MethodNode wrapper) {
    if (wrapper.name.equals("<clinit>")) {
      restoreInitializer(wrapper);
      return;
    }
    InvokeDynamicInsnNode call = call(wrapper);
    if (call == null) return;
    Handle original = (Handle) call.bsmArgs[0];
    boolean isStatic = call.bsm.getName().equals("bootstrapStatic");
    boolean isNative = Integer.valueOf(1).equals(call.bsmArgs[1]);
    if (shadows.replaces(call.name, original.getDesc(), isStatic, isNative)) return;
    cut(wrapper, call);
    append(wrapper, bodies.get(original.getName() + original.getDesc()));
    MethodNode body = methods.get(original.getName() + original.getDesc());
    if (!shadows.shadowed()) {
      node.methods.remove(body);
      node.methods.remove(methods.get(CONSTRUCTOR + original.getDesc()));
    } else if (!wrapper.name.equals("<init>")) {
      body.instructions = new InsnList();
      body.tryCatchBlocks.clear();
      body.localVariables = null;
      body.access &= ~Opcodes.ACC_SYNCHRONIZED;
      forward(body, wrapper, isStatic);
    }
  }

  /** The call of the method's own body; null = it has none. */
  private static InvokeDynamicInsnNode call(MethodNode method) {
    for (AbstractInsnNode i : method.instructions) {
      if (i instanceof InvokeDynamicInsnNode call && call.bsm.getOwner().equals(SUPPORT)
          && call.bsm.getName().matches("bootstrap|bootstrapStatic")) {
        return call;
      }
    }
    return null;
  }

  /** Removes the call, its arguments and what comes after it. */
  private void cut(MethodNode wrapper, InvokeDynamicInsnNode call) {
    AbstractInsnNode at = call;
    for (Type ignored : Type.getArgumentTypes(call.desc)) {
      at = at.getPrevious();
      if (!(at instanceof VarInsnNode)) {
        throw new IllegalStateException(node.name + "." + wrapper.name + wrapper.desc
            + " hands over something that is not its argument");
      }
    }
    for (AbstractInsnNode next; at != null; at = next) {
      next = at.getNext();
      wrapper.instructions.remove(at);
    }
  }

  private static void append(MethodNode wrapper, MethodNode body) {
    wrapper.instructions.add(body.instructions);
    wrapper.tryCatchBlocks = body.tryCatchBlocks;
    wrapper.localVariables = body.localVariables;
    wrapper.maxStack = Math.max(wrapper.maxStack, body.maxStack);
    wrapper.maxLocals = Math.max(wrapper.maxLocals, body.maxLocals);
    wrapper.access = wrapper.access & ~Opcodes.ACC_SYNCHRONIZED | body.access & Opcodes.ACC_SYNCHRONIZED;
  }

  /** Appends: calls `to` with the arguments of `from`, and returns what it does. */
  private void forward(MethodNode from, MethodNode to, boolean isStatic) {
    int local = 0;
    if (!isStatic) from.instructions.add(new VarInsnNode(Opcodes.ALOAD, local++));
    for (Type type : Type.getArgumentTypes(to.desc)) {
      from.instructions.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), local));
      local += type.getSize();
    }
    from.instructions.add(new MethodInsnNode(isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL, node.name,
        to.name, to.desc, false));
    Type returned = Type.getReturnType(to.desc);
    from.instructions.add(new InsnNode(returned.getOpcode(Opcodes.IRETURN)));
    from.maxLocals = Math.max(from.maxLocals, local);
    from.maxStack = Math.max(from.maxStack, Math.max(local, returned.getSize()));
  }

  private void restoreInitializer(MethodNode initializer) {
    MethodNode body = methods.get(INITIALIZER + "()V");
    if (body == null || shadows.replaces(INITIALIZER, "()V", true, false)) return;
    initializer.instructions = new InsnList();
    forward(initializer, body, true);
  }

  /** No shadow is made for its objects; a superclass may have one. */
  private void dropShadow(boolean inherited) {
    if (inherited) {
      node.fields.removeIf(f -> f.name.equals("__robo_data__"));
      node.methods.removeIf(m -> m.name.equals("$$robo$init") || m.name.equals("$$robo$getData"));
      return;
    }
    MethodNode init = methods.get("$$robo$init()V");
    init.instructions = new InsnList();
    init.instructions.add(new InsnNode(Opcodes.RETURN));
  }
}
