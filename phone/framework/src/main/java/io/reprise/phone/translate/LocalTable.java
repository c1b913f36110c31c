package io.reprise.phone.translate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Takes the calls of LocalNames out of a translated method, and writes into its
 * table of local variables where each one is: from a call that loads it up to the
 * next store to that place, or where the dex says that it ends.
 */
final class LocalTable {
  private record Open(int slot, LabelNode from) {}

  private final MethodNode code;
  private final List<LocalNames.Variable> variables;
  private final Map<Integer, Open> open = new HashMap<>();
  private final List<LocalVariableNode> table = new ArrayList<>();

  private LocalTable(MethodNode code, List<LocalNames.Variable> variables) {
    this.code = code;
    this.variables = variables;
  }

  /** Of a method of the class with that descriptor. */
  static void write(MethodNode code, LocalNames names, String owner) {
    List<LocalNames.Variable> variables = new ArrayList<>(names.variables);
    variables.add(new LocalNames.Variable("this", owner, null));
    new LocalTable(code, variables).write();
  }

  private void write() {
    if ((code.access & Opcodes.ACC_STATIC) == 0) {
      // A debugger that finds a table looks for this in it, too.
      LabelNode begin = new LabelNode();
      code.instructions.insert(begin);
      open.put(variables.size() - 1, new Open(0, begin));
    }
    for (AbstractInsnNode node : code.instructions.toArray()) {
      if (node instanceof MethodInsnNode call && call.owner.equals(LocalNames.OWNER)) take(call);
      else if (node instanceof VarInsnNode v && v.getOpcode() >= Opcodes.ISTORE) store(v);
    }
    LabelNode end = new LabelNode();
    code.instructions.add(end);
    close(end, -1);
    code.localVariables = table;
  }

  private void take(MethodInsnNode call) {
    LabelNode here = new LabelNode();
    code.instructions.insert(call, here);
    AbstractInsnNode before = call.getPrevious();
    code.instructions.remove(call);
    if (call.name.startsWith("end")) {
      Open was = open.remove(Integer.parseInt(call.name.substring(3)));
      if (was != null) add(Integer.parseInt(call.name.substring(3)), was, here);
      return;
    }
    int variable = Integer.parseInt(call.name.substring(2));
    int opcode = before == null ? -1 : before.getOpcode();
    if (before instanceof VarInsnNode v && opcode <= Opcodes.ALOAD) {
      code.instructions.remove(before);
      Open was = open.get(variable);
      if (was != null && was.slot == v.var) return;
      if (was != null) add(variable, was, here);
      open.put(variable, new Open(v.var, here));
    } else if (opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.LDC) {
      // A constant, which is nowhere.
      code.instructions.remove(before);
      Open was = open.remove(variable);
      if (was != null) add(variable, was, here);
    } else {
      boolean wide = call.desc.startsWith("(J") || call.desc.startsWith("(D");
      code.instructions.insertBefore(here, new InsnNode(wide ? Opcodes.POP2 : Opcodes.POP));
    }
  }

  private void store(VarInsnNode store) {
    boolean wide = store.getOpcode() == Opcodes.LSTORE || store.getOpcode() == Opcodes.DSTORE;
    boolean any = false;
    for (Open one : open.values()) any |= touches(one, store.var, wide);
    if (!any) return;
    LabelNode here = new LabelNode();
    code.instructions.insertBefore(store, here);
    close(here, store.var);
    if (wide) close(here, store.var + 1);
  }

  private static boolean touches(Open one, int slot, boolean wide) {
    return one.slot == slot || wide && one.slot == slot + 1;
  }

  /** Those in that place, or all (-1), end here. */
  private void close(LabelNode here, int slot) {
    for (Iterator<Map.Entry<Integer, Open>> i = open.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<Integer, Open> one = i.next();
      if (slot >= 0 && one.getValue().slot != slot) continue;
      add(one.getKey(), one.getValue(), here);
      i.remove();
    }
  }

  private void add(int variable, Open was, LabelNode end) {
    LocalNames.Variable v = variables.get(variable);
    table.add(new LocalVariableNode(v.name(), v.type(), v.signature(), was.from, end, was.slot));
  }
}
