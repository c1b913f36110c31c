// The bounds of what the runtime copies out of an app and believes of a tape,
// in one place, so that they can be seen and changed together.
package io.reprise.runtime;

final class Limits {
  /** A message; a larger one is cut, see VALUE_BYTES, or refused. */
  static final int MESSAGE_BYTES = 64 << 20;

  /** Bytes of arrays and strings copied for one call. */
  static final int VALUE_BYTES = 12 << 20;

  /** Objects copied for one call. */
  static final int OBJECTS = 20_000;

  /** References from an argument or a result to the farthest object copied. */
  static final int DEPTH = 24;

  /** Points of a plan, by bank (see Plan). */
  static final int POINTS = 1 << 16;

  /** Reports of one kind about one point; the rest is only counted. */
  static final int REPORTS_PER_POINT = 50;

  /** Recorded calls that a changed call may overtake to find its equal. */
  static final int LOOK_AHEAD = 64;

  /** Bytes of a recorded call's values that are kept in memory. */
  static final int KEPT_BYTES = 64;

  /** Without any room in the ring for this long, recording ends. */
  static final long STALLED_NS = 30_000_000_000L;

  private Limits() {}
}
