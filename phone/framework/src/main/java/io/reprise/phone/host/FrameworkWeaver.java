package io.reprise.phone.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls a static method of ours, with `this` and all arguments, at the begin of
 * chosen methods of the framework, where a shadow would be too much: the
 * framework's own code runs on after it. The list is the resources
 * `hooks/*.txt`: "class method descriptor our-class our-method" on a line.
 */
final class FrameworkWeaver {
  private record Hook(String method, String descriptor, String owner, String name) {}

  private static final String[] LISTS = {"core", "screen", "time"};
  private static final Map<String, List<Hook>> HOOKS = read();

  private FrameworkWeaver() {}

  private static Map<String, List<Hook>> read() {
    Map<String, List<Hook>> hooks = new HashMap<>();
    for (String list : LISTS) {
      var in = FrameworkWeaver.class.getResourceAsStream("/hooks/" + list + ".txt");
      if (in == null) continue;
      try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        for (String line; (line = lines.readLine()) != null; ) {
          if (line.isBlank() || line.startsWith("#")) continue;
          String[] w = line.strip().split("\\s+");
          hooks.computeIfAbsent(w[0], k -> new ArrayList<>())
              .add(new Hook(w[1], w[2], w[3].replace('.', '/'), w[4]));
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return hooks;
  }

  /** The classes with such methods. */
  static Set<String> names() {
    return HOOKS.keySet();
  }

  static byte[] weave(String name, byte[] code) {
    List<Hook> hooks = HOOKS.get(name);
    if (hooks == null) return code;
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(code).accept(new ClassVisitor(Opcodes.ASM9, writer) {
      @Override
      public MethodVisitor visitMethod(int access, String method, String descriptor, String signature,
          String[] exceptions) {
        MethodVisitor to = super.visitMethod(access, method, descriptor, signature, exceptions);
        for (Hook h : hooks) {
          if (h.method.equals(method) && h.descriptor.equals(descriptor)) {
            return calling(to, h, name, (access & Opcodes.ACC_STATIC) != 0);
          }
        }
        return to;
      }
    }, 0);
    return writer.toByteArray();
  }

  private static MethodVisitor calling(MethodVisitor to, Hook h, String owner, boolean isStatic) {
    return new MethodVisitor(Opcodes.ASM9, to) {
      @Override
      public void visitCode() {
        super.visitCode();
        int at = 0;
        if (!isStatic) visitVarInsn(Opcodes.ALOAD, at++);
        for (Type t : Type.getArgumentTypes(h.descriptor)) {
          visitVarInsn(t.getOpcode(Opcodes.ILOAD), at);
          at += t.getSize();
        }
        String self = isStatic ? "" : "L" + owner.replace('.', '/') + ";";
        String arguments = h.descriptor.substring(1, h.descriptor.indexOf(')'));
        visitMethodInsn(Opcodes.INVOKESTATIC, h.owner, h.name, "(" + self + arguments + ")V", false);
      }

      @Override
      public void visitMaxs(int stack, int locals) {
        super.visitMaxs(Math.max(stack, 1 + 2 * Type.getArgumentTypes(h.descriptor).length), locals);
      }
    };
  }
}
