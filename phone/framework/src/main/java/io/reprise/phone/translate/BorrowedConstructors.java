package io.reprise.phone.translate;

import com.googlecode.d2j.Method;
import com.googlecode.dex2jar.ir.IrMethod;
import com.googlecode.dex2jar.ir.expr.InvokeExpr;
import com.googlecode.dex2jar.ir.expr.NewExpr;
import com.googlecode.dex2jar.ir.expr.Value;
import com.googlecode.dex2jar.ir.stmt.Stmt;
import java.util.HashMap;
import java.util.Map;

/**
 * R8 leaves out constructors that do nothing of their own: `new-instance v0, A` and then the
 * constructor of a superclass of A, mostly Object's, which Android allows. dex2jar would make an
 * object of that superclass. So the call's owner tells both classes until the code is written;
 * HotSpot runs such code, as it does not verify it.
 */
final class BorrowedConstructors {
  /** Between the two; no character of a name in a dex. */
  private static final char BETWEEN = '\n';

  private BorrowedConstructors() {}

  /** Before dex2jar joins what makes an object and what constructs it. */
  static void mark(IrMethod method) {
    Map<Value, String> made = new HashMap<>();
    for (Stmt s : method.stmts) {
      if (s.st == Stmt.ST.ASSIGN && s.getOp2() instanceof NewExpr one) made.put(s.getOp1(), one.type);
    }
    if (made.isEmpty()) return;
    for (Stmt s : method.stmts) {
      if (!(s.getOp() instanceof InvokeExpr call) || call.vt != Value.VT.INVOKE_SPECIAL
          || !call.getName().equals("<init>") || call.getOps().length == 0) {
        continue;
      }
      String type = made.get(call.getOps()[0]);
      if (type == null || type.equals(call.getOwner())) continue;
      call.method = new Method(
          "L" + internal(type) + BETWEEN + internal(call.getOwner()) + ";", "<init>", call.getProto());
    }
  }

  private static String internal(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1);
  }

  /** The class that an object is made of. */
  static String made(String type) {
    int at = type.indexOf(BETWEEN);
    return at < 0 ? type : type.substring(0, at);
  }

  /** The class whose constructor is called. */
  static String called(String type) {
    return type.substring(type.indexOf(BETWEEN) + 1);
  }
}
