package io.reprise.phone.time;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which methods of the app ran. Each of its methods begins with a store to
 * {@link #RAN}, if they are noted at all (host.MethodProbes); nobody else pays.
 * What was told is not told again; a profile beside that sees all that ran while
 * it lasted.
 */
public final class Methods {
  /** So many are noted; those of classes that come later are not. */
  private static final int MOST = 1 << 20;

  /** By number; written by the app's code. */
  public static boolean[] RAN = {};

  // All guarded by the class.
  private static final List<String> NAMES = new ArrayList<>();
  private static final BitSet told = new BitSet();
  private static final BitSet untold = new BitSet();
  private static volatile boolean on;

  private Methods() {}

  /** A new app; nothing of it runs yet. */
  public static synchronized void begin(boolean noted) {
    NAMES.clear();
    told.clear();
    untold.clear();
    on = noted;
    RAN = noted ? new boolean[MOST] : new boolean[0];
  }

  /** From now on, if not yet. */
  public static synchronized void note() {
    if (!on) begin(true);
  }

  /** True if methods are noted. */
  public static boolean noted() {
    return on;
  }

  /** The number of a method; -1 = there are too many. */
  public static synchronized int number(String name) {
    if (NAMES.size() >= RAN.length) return -1;
    NAMES.add(name);
    return NAMES.size() - 1;
  }

  /** Those that were not told before, sorted. */
  public static synchronized List<String> take() {
    gather();
    untold.andNot(told);
    told.or(untold);
    List<String> names = names(untold);
    untold.clear();
    return names;
  }

  /** A profile begins. */
  public static synchronized void beginProfile() {
    gather();
    java.util.Arrays.fill(RAN, 0, NAMES.size(), false);
  }

  /** Those that ran since it began, sorted. */
  public static synchronized List<String> profile() {
    BitSet ran = new BitSet();
    for (int i = 0; i < NAMES.size(); i++) if (RAN[i]) ran.set(i);
    return names(ran);
  }

  private static void gather() {
    for (int i = 0; i < NAMES.size(); i++) if (RAN[i]) untold.set(i);
  }

  private static List<String> names(BitSet which) {
    List<String> names = new ArrayList<>();
    which.stream().forEach(i -> names.add(NAMES.get(i)));
    names.sort(null);
    return names;
  }
}
