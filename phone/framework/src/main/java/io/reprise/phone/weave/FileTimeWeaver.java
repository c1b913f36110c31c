package io.reprise.phone.weave;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Where the JDK creates and closes files and asks for their times: Hooks.file is
 * told their path.
 */
final class FileTimeWeaver {
  static final String FILE = "java/io/File";
  static final String STREAM = "java/io/FileOutputStream";
  static final String RANDOM = "java/io/RandomAccessFile";
  static final String CHANNEL = "sun/nio/ch/FileChannelImpl";
  static final String ATTRIBUTES = "sun/nio/fs/UnixFileAttributes";

  private FileTimeWeaver() {}

  /** The visitor for a method that is woven; else the one given. */
  static MethodVisitor special(MethodVisitor to, String owner, String name, String descriptor) {
    switch (owner) {
      case FILE:
        if (name.equals("lastModified")) return new First(to, null);
        return name.equals("createNewFile") || name.equals("mkdir") ? new Last(to) : to;
      case STREAM:
      case RANDOM:
        return name.equals("close") ? new Closing(to, owner) : to;
      case CHANNEL:
        return name.equals("implCloseChannel") ? new First(to, owner) : to;
      case ATTRIBUTES:
        return name.startsWith("get") && descriptor.startsWith("(Lsun/nio/fs/UnixPath;")
            ? new First(to, null) : to;
      default:
        return to;
    }
  }

  private static void tell(MethodVisitor to, String owner) {
    to.visitVarInsn(Opcodes.ALOAD, 0);
    if (owner != null) to.visitFieldInsn(Opcodes.GETFIELD, owner, "path", "Ljava/lang/String;");
    to.visitMethodInsn(Opcodes.INVOKESTATIC, Weaver.HOOKS, "file", "(Ljava/lang/Object;)V", false);
  }

  /** Told first: this.path, or without an owner what is in local 0. */
  private static final class First extends MethodVisitor {
    private final String owner;

    First(MethodVisitor to, String owner) {
      super(Opcodes.ASM9, to);
      this.owner = owner;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      tell(mv, owner);
    }
  }

  /** Told before it returns. */
  private static final class Last extends MethodVisitor {
    Last(MethodVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.IRETURN) tell(mv, null);
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(stack + 1, locals);
    }
  }

  /** Told before the file is closed, which happens once. */
  private static final class Closing extends MethodVisitor {
    private final String owner;

    Closing(MethodVisitor to, String owner) {
      super(Opcodes.ASM9, to);
      this.owner = owner;
    }

    @Override
    public void visitMethodInsn(int opcode, String type, String name, String descriptor,
        boolean isInterface) {
      if (name.equals("closeAll")) tell(mv, owner);
      super.visitMethodInsn(opcode, type, name, descriptor, isInterface);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(stack + 1, locals);
    }
  }
}
