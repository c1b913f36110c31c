package io.reprise.phone.translate;

import com.googlecode.d2j.DexLabel;
import com.googlecode.d2j.Method;
import com.googlecode.d2j.node.DexCodeNode;
import com.googlecode.d2j.node.DexDebugNode.DexDebugOpNode;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.d2j.node.TryCatchNode;
import com.googlecode.d2j.node.insn.BaseSwitchStmtNode;
import com.googlecode.d2j.node.insn.ConstStmtNode;
import com.googlecode.d2j.node.insn.DexLabelStmtNode;
import com.googlecode.d2j.node.insn.DexStmtNode;
import com.googlecode.d2j.node.insn.FieldStmtNode;
import com.googlecode.d2j.node.insn.JumpStmtNode;
import com.googlecode.d2j.node.insn.MethodStmtNode;
import com.googlecode.d2j.node.insn.Stmt1RNode;
import com.googlecode.d2j.node.insn.Stmt2R1NNode;
import com.googlecode.d2j.node.insn.Stmt2RNode;
import com.googlecode.d2j.node.insn.Stmt3RNode;
import com.googlecode.d2j.node.insn.TypeStmtNode;
import com.googlecode.d2j.reader.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Brings the names of local variables through dex2jar, which forgets in which
 * register one was: where the dex says that a register is a variable, a call that
 * takes it is put into the code, and what dex2jar makes of that call shows where
 * the variable is now (LocalTable takes the calls out again). One for a method,
 * and only if its dex names variables.
 */
final class LocalNames {
  static final String OWNER = "io/reprise/phone/translate/Local";
  /** A method with more than so many calls goes without. */
  private static final int MOST = 5000;
  /** Instructions with a first register that is not written. */
  private static final String[] READERS = {"aput", "iput", "sput", "if-", "return", "throw", "monitor-", "check-cast"};

  /** A variable, by its number in the names of the calls. */
  record Variable(String name, String type, String signature) {}

  final List<Variable> variables = new ArrayList<>();

  private final DexMethodNode method;
  private final Map<DexLabel, List<DexDebugOpNode>> debug = new HashMap<>();
  private final Set<DexLabel> joins = new HashSet<>();
  private final Map<Integer, Integer> active = new TreeMap<>(); // variables, by register
  private final Map<Integer, Integer> ended = new HashMap<>(); // the same, by register
  private final Set<Integer> moved = new TreeSet<>(); // registers whose variable may be elsewhere by now
  private final List<Integer> over = new ArrayList<>(); // variables
  private int calls;

  private LocalNames(DexMethodNode method) {
    this.method = method;
  }

  /** Null if there is nothing to name. */
  static LocalNames of(DexMethodNode method) {
    DexCodeNode code = method.codeNode;
    if (code == null || code.debugNode == null) return null;
    LocalNames names = new LocalNames(method);
    boolean any = names.parameters();
    for (DexDebugOpNode op : code.debugNode.debugNodes) {
      any |= op instanceof DexDebugOpNode.StartLocalNode;
      names.debug.computeIfAbsent(op.label, l -> new ArrayList<>()).add(op);
    }
    return any ? names : null;
  }

  private boolean parameters() {
    List<String> names = method.codeNode.debugNode.parameterNames;
    if (names == null) return false;
    String[] types = method.method.getParameterTypes();
    int register = method.codeNode.totalRegister;
    for (String type : types) register -= width(type);
    boolean any = false;
    for (int i = 0; i < types.length; i++) {
      String name = i < names.size() ? names.get(i) : null;
      if (name != null && register >= 0) {
        start(register, new Variable(name, types[i], null));
        any = true;
      }
      register += width(types[i]);
    }
    return any;
  }

  private static int width(String type) {
    return type.equals("J") || type.equals("D") ? 2 : 1;
  }

  private void start(int register, Variable variable) {
    end(register);
    active.put(register, variables.size());
    moved.add(register);
    variables.add(variable);
  }

  private void end(int register) {
    Integer variable = active.remove(register);
    moved.remove(register);
    if (variable == null) return;
    ended.put(register, variable);
    over.add(variable);
  }

  /** The method with the calls; itself stays as it is. Null if there would be too many. */
  DexMethodNode mark() {
    DexCodeNode from = method.codeNode;
    DexCodeNode to = new DexCodeNode();
    to.totalRegister = from.totalRegister;
    to.debugNode = from.debugNode;
    if (from.tryStmts != null) {
      to.tryStmts = new ArrayList<>();
      for (TryCatchNode t : from.tryStmts) {
        to.tryStmts.add(new TryCatchNode(t.start, t.end, t.handler.clone(), t.type.clone()));
        joins.addAll(List.of(t.handler));
      }
    }
    for (DexStmtNode s : from.stmts) {
      if (s instanceof JumpStmtNode jump) joins.add(jump.label);
      if (s instanceof BaseSwitchStmtNode choice) joins.addAll(List.of(choice.labels));
    }
    boolean line = false;
    for (int i = 0; i < from.stmts.size(); i++) {
      DexStmtNode s = from.stmts.get(i);
      if (s instanceof DexLabelStmtNode l) {
        line |= at(l.label);
      } else {
        boolean bound = s.op != null && s.op.displayName.startsWith("move-")
            && (s.op == Op.MOVE_EXCEPTION || s.op.displayName.startsWith("move-result"));
        if (s.op != null && s.op.displayName.startsWith("return")) {
          // So that no other value takes the place of one that is not used any more.
          moved.addAll(active.keySet());
          line = true;
        }
        if (line && !bound) {
          call(to.stmts);
          line = false;
          if (calls > MOST) return null;
        }
      }
      to.stmts.add(s);
      int written = written(s);
      if (active.containsKey(written)) moved.add(written);
    }
    DexMethodNode marked = new DexMethodNode(method.access, method.method);
    marked.codeNode = to;
    return marked;
  }

  /** What the dex says of a place; true if variables are looked for from there on. */
  private boolean at(DexLabel label) {
    boolean line = false;
    if (joins.contains(label)) moved.addAll(active.keySet());
    for (DexDebugOpNode op : debug.getOrDefault(label, List.of())) {
      if (op instanceof DexDebugOpNode.StartLocalNode s) {
        if (s.name != null && s.type != null) start(s.reg, new Variable(s.name, s.type, s.signature));
      } else if (op instanceof DexDebugOpNode.RestartLocal s) {
        Integer last = ended.get(s.reg);
        if (last != null) start(s.reg, variables.get(last));
      } else if (op instanceof DexDebugOpNode.EndLocal s) {
        end(s.reg);
      }
      line = true;
    }
    return line;
  }

  private void call(List<DexStmtNode> to) {
    for (int variable : over) call(to, "end" + variable, new String[0]);
    over.clear();
    for (int register : moved) {
      int variable = active.get(register);
      String type = variables.get(variable).type;
      // Of a reference nothing is to be learnt by it.
      String taken = type.length() == 1 ? type : "Ljava/lang/Object;";
      int[] registers = width(type) == 2 ? new int[] {register, register + 1} : new int[] {register};
      call(to, "at" + variable, new String[] {taken}, registers);
    }
    moved.clear();
  }

  private void call(List<DexStmtNode> to, String name, String[] types, int... registers) {
    calls++;
    to.add(new MethodStmtNode(Op.INVOKE_STATIC, registers, new Method("L" + OWNER + ";", name, types, "V")));
  }

  /** The register that an instruction writes; -1 = none. */
  private static int written(DexStmtNode s) {
    if (s.op == null) return -1;
    for (String reader : READERS) if (s.op.displayName.startsWith(reader)) return -1;
    if (s instanceof Stmt1RNode n) return n.a;
    if (s instanceof Stmt2RNode n) return n.a;
    if (s instanceof Stmt2R1NNode n) return n.distReg;
    if (s instanceof Stmt3RNode n) return n.a;
    if (s instanceof FieldStmtNode n) return n.a;
    if (s instanceof ConstStmtNode n) return n.a;
    if (s instanceof TypeStmtNode n) return n.a;
    return -1;
  }
}
