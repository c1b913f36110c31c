package io.reprise.phone.weave;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A step of the build: WeaveResources FROM.jar TO.jar takes those classes of
 * Robolectric's resource tables whose methods are slow, and makes their bodies
 * calls of org.robolectric.res.android.QuickTables.
 */
public final class WeaveResources {
  private static final String PACKAGE = "org/robolectric/res/android/";
  private static final String QUICK = PACKAGE + "QuickTables";

  /** Class -> method -> method of QuickTables, which is given `this`, if any, and all arguments. */
  private static final Map<String, Map<String, String>> BODIES = Map.of(
      "LoadedArsc$LoadedPackage",
      Map.of("GetEntryOffset(L" + PACKAGE + "ResourceTypes$ResTable_type;I)I", "entryOffset"),
      "LoadedArsc$TypeSpec", Map.of("GetFlagsForEntryIndex(I)I", "flags"));

  private WeaveResources() {}

  public static void main(String[] arguments) throws Exception {
    try (ZipFile from = new ZipFile(arguments[0]);
        StoredJar to = new StoredJar(Path.of(arguments[1]))) {
      for (var bodies : new TreeMap<>(BODIES).entrySet()) {
        String name = PACKAGE + bodies.getKey();
        ZipEntry entry = from.getEntry(name + ".class");
        if (entry == null) throw new IllegalStateException("there is no class " + name);
        to.add(name + ".class", weave(from.getInputStream(entry).readAllBytes(), bodies.getValue()));
      }
    }
  }

  private static byte[] weave(byte[] bytes, Map<String, String> bodies) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    Set<String> left = new TreeSet<>(bodies.keySet());
    reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
          String[] exceptions) {
        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
        String body = bodies.get(name + descriptor);
        if (body == null) return to;
        left.remove(name + descriptor);
        call(to, body, reader.getClassName(), access, descriptor);
        return null;
      }
    }, 0);
    if (!left.isEmpty()) throw new IllegalStateException("there is no method " + left);
    return writer.toByteArray();
  }

  private static void call(MethodVisitor to, String body, String owner, int access, String descriptor) {
    to.visitCode();
    int at = 0;
    String self = "";
    if ((access & Opcodes.ACC_STATIC) == 0) {
      self = "L" + owner + ";";
      to.visitVarInsn(Opcodes.ALOAD, at++);
    }
    for (Type type : Type.getArgumentTypes(descriptor)) {
      to.visitVarInsn(type.getOpcode(Opcodes.ILOAD), at);
      at += type.getSize();
    }
    to.visitMethodInsn(Opcodes.INVOKESTATIC, QUICK, body, "(" + self + descriptor.substring(1), false);
    to.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    to.visitMaxs(0, 0);
    to.visitEnd();
  }
}
