package io.reprise.phone.weave;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns a synchronized method into one that enters its monitor in its body, where
 * {@link Weaver} announces it: { enter; try { body } finally { exit } }. The
 * monitor is kept in a variable of its own, since translated code may put
 * something else where `this` was.
 */
final class SynchronizedBody extends MethodNode {
  private final MethodVisitor to;
  private final String owner;

  SynchronizedBody(MethodVisitor to, String owner, int access, String name, String descriptor,
      String signature, String[] exceptions) {
    super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
    this.to = to;
    this.owner = owner;
  }

  @Override
  public void visitEnd() {
    int monitor = maxLocals++;
    maxStack += 2;
    for (AbstractInsnNode node : instructions.toArray()) {
      int opcode = node.getOpcode();
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        instructions.insertBefore(node, exit(monitor));
      }
    }
    LabelNode begin = new LabelNode();
    LabelNode end = new LabelNode();
    InsnList enter = new InsnList();
    enter.add((access & Opcodes.ACC_STATIC) != 0
        ? new LdcInsnNode(Type.getObjectType(owner))
        : new VarInsnNode(Opcodes.ALOAD, 0));
    enter.add(new InsnNode(Opcodes.DUP));
    enter.add(new VarInsnNode(Opcodes.ASTORE, monitor));
    enter.add(new InsnNode(Opcodes.MONITORENTER));
    enter.add(begin);
    instructions.insert(enter);
    instructions.add(end);
    instructions.add(exit(monitor));
    instructions.add(new InsnNode(Opcodes.ATHROW));
    tryCatchBlocks.add(new TryCatchBlockNode(begin, end, end, null));
    access &= ~Opcodes.ACC_SYNCHRONIZED;
    accept(to);
  }

  private static InsnList exit(int monitor) {
    InsnList list = new InsnList();
    list.add(new VarInsnNode(Opcodes.ALOAD, monitor));
    list.add(new InsnNode(Opcodes.MONITOREXIT));
    return list;
  }
}
