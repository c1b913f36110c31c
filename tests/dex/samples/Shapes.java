// Switches, arrays, tries, locks, annotations and constants of every kind.
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;

public class Shapes<T extends Comparable<T>> {
  enum Color { RED, GREEN }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Inner {
    String[] names() default {"a", "b"};
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Mark {
    byte b() default -1;
    short s() default -300;
    char c() default '\u20ac';
    int i() default 1 << 20;
    long l() default Long.MIN_VALUE;
    float f() default 1.5f;
    double d() default -0.1;
    boolean z() default true;
    Class<?> type() default int[].class;
    Color color() default Color.GREEN;
    Inner inner() default @Inner(names = {"\ud83d\ude00", "\0", "\ud800"});
    Inner[] more() default {};
  }

  static final byte B = -128;
  static final short S = 32767;
  static final char C = '\uffff';
  static final int I = Integer.MIN_VALUE;
  static final long L = 0x0102030405060708L;
  static final float F = Float.NaN;
  static final double D = Double.NEGATIVE_INFINITY;
  static final double E = 1e-300;
  static final boolean Z = true;
  static final String TEXT = "quote\" back\\slash\nline `tick` \u00e4\u65e5";
  @Mark(color = Color.RED) volatile transient T field;

  static String pick(int key) {
    switch (key) {
      case 1: return "one";
      case 2: return "two";
      case 3: return "three";
      default: break;
    }
    switch (key) {
      case -1000000: return "low";
      case 70: return "middle";
      case Integer.MAX_VALUE: return "high";
      default: return "none";
    }
  }

  @Mark
  static long[] tables(@Mark(i = 7) int size, List<String> names, @Inner long w) {
    byte[] bytes = {1, -2, 3};
    char[] chars = {'a', '\uffff'};
    double[] doubles = {1.0, -2.5, Double.NaN};
    long[] longs = {Long.MIN_VALUE, -1, 0, 1};
    return size > 1 ? longs : new long[bytes.length + chars.length + doubles.length];
  }

  synchronized int guarded(Object lock) throws Exception {
    int result = 0;
    synchronized (lock) {
      try {
        try {
          result = Integer.parseInt(lock.toString());
        } catch (NumberFormatException e) {
          result = -1;
        } finally {
          result += 2;
        }
      } catch (IllegalStateException | ArithmeticException e) {
        throw new Exception(e);
      }
    }
    return result;
  }

  static int many(int a, int b, int c, int d, int e, int f, int g, int h,
                  int i, int j, int k, int l, long m, double n, String o) {
    int p = a + b, q = c * d, r = e - f, s = g / (h | 1), t = i % (j | 1);
    int u = k ^ l;
    for (int x = 0; x < 10; ++x) {
      if (p == q || o == null) u += r;
      List<Integer> list = new ArrayList<>();
      list.add(many(q, p, s, r, u, t, a, b, c, d, e, f, m + x, n, o + x));
      Runnable run = () -> System.out.println(list);
      run.run();
    }
    return u;
  }
}
