package libcore.util;

/**
 * Half-precision numbers: ART 11 names these methods as intrinsics and does not
 * start without them; the class library of Android 10 does not have them.
 */
public final class FP16 {
  private static final int SIGN = 0x8000;
  private static final int INFINITY = 0x7c00;
  private static final int QUIET_NAN = 0x7e00;
  /** Halves below this have a fixed step instead of an exponent. */
  private static final double SMALLEST_NORMAL = 0x1p-14;
  private static final double SMALLEST_STEP = 0x1p-24;
  /** From here on the nearest half is infinity. */
  private static final double OVERFLOW = 65520.0;

  private FP16() {}

  public static float toFloat(short half) {
    int exponent = (half >>> 10) & 0x1f;
    int mantissa = half & 0x3ff;
    double magnitude;
    if (exponent == 0x1f) {
      magnitude = mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (exponent == 0) {
      magnitude = mantissa * SMALLEST_STEP;
    } else {
      magnitude = Math.scalb(1.0 + mantissa / 1024.0, exponent - 15);
    }
    return (float) ((half & SIGN) == 0 ? magnitude : -magnitude);
  }

  public static short toHalf(float value) {
    int sign = Float.floatToRawIntBits(value) >>> 16 & SIGN;
    double magnitude = Math.abs((double) value);
    int bits;
    if (Double.isNaN(magnitude)) {
      bits = QUIET_NAN;
    } else if (magnitude >= OVERFLOW) {
      bits = INFINITY;
    } else if (magnitude < SMALLEST_NORMAL) {
      bits = (int) Math.rint(magnitude / SMALLEST_STEP);
    } else {
      int exponent = Math.getExponent(magnitude);
      // Rounding up to the next power of two carries into the exponent.
      bits = (exponent + 14 << 10) + (int) Math.rint(Math.scalb(magnitude, 10 - exponent));
    }
    return (short) (sign | bits);
  }

  public static short ceil(short half) {
    return toHalf((float) Math.ceil(toFloat(half)));
  }

  public static short floor(short half) {
    return toHalf((float) Math.floor(toFloat(half)));
  }

  public static short rint(short half) {
    return toHalf((float) Math.rint(toFloat(half)));
  }

  public static boolean greater(short left, short right) {
    return toFloat(left) > toFloat(right);
  }

  public static boolean greaterEquals(short left, short right) {
    return toFloat(left) >= toFloat(right);
  }

  public static boolean less(short left, short right) {
    return toFloat(left) < toFloat(right);
  }

  public static boolean lessEquals(short left, short right) {
    return toFloat(left) <= toFloat(right);
  }
}
