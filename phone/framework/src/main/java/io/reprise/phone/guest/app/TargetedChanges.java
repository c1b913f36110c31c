package io.reprise.phone.guest.app;

import java.util.Map;

/**
 * Changes of behaviour that hold for apps for newer versions of Android only. The
 * framework takes all for made that it is not told of. (developer.android.com,
 * "Compatibility framework changes" of each version.)
 */
public final class TargetedChanges {
  /** The id of a change, the first target that it holds for. */
  private static final Map<Long, Integer> SINCE = Map.of(
      119147584L, 30, // CALLBACK_ON_CLEAR_CHANGE of preferences
      160794467L, 31, // PENDING_INTENT_EXPLICIT_MUTABILITY_REQUIRED
      236704164L, 34); // BLOCK_MUTABLE_IMPLICIT_PENDING_INTENT

  private TargetedChanges() {}

  /** Those that an app for this version is spared. */
  public static long[] disabled(int target) {
    return SINCE.entrySet().stream().filter(e -> target < e.getValue()).mapToLong(Map.Entry::getKey).toArray();
  }
}
