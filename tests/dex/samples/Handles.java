// What becomes invoke-polymorphic: method handles and variable handles.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

public class Handles {
  static int counter;
  long wide = 0x123456789abcdef0L;

  static int add(int a, long b, double c, String d, Object e, float f) {
    return a + (int) b + (int) c + d.length() + (e == null ? 0 : 1) + (int) f;
  }

  public static void main(String[] args) throws Throwable {
    MethodHandle handle = MethodHandles.lookup().findStatic(
        Handles.class, "add",
        MethodType.methodType(int.class, int.class, long.class, double.class,
                              String.class, Object.class, float.class));
    int sum = (int) handle.invokeExact(1, 2L, 3.5, "four", (Object) args, 1f);
    Object boxed = handle.invoke(1, 2, 3f, "x", null, 0f);
    VarHandle field = MethodHandles.lookup().findStaticVarHandle(
        Handles.class, "counter", int.class);
    boolean swapped = field.compareAndSet(0, sum);
    System.out.println(sum + " " + boxed + " " + swapped + " " + counter);
  }
}
