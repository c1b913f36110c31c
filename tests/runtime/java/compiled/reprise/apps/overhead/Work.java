package reprise.apps.overhead;

import io.reprise.bench.Blocks;
import io.reprise.runtime.Call;
import io.reprise.runtime.Hooks;
import io.reprise.runtime.Start;

/**
 * For a desktop's Java, which compiles: what the weaver makes of a call, in Java's
 * words (docs/architecture/weave.md). overhead.py makes a copy that is not woven.
 */
public final class Work implements Blocks {
  private static final boolean WOVEN = true;

  static {
    if (WOVEN) {
      Start.load();
    }
  }

  private long sum;

  private static long time() {
    Call call;
    if (!WOVEN || !Hooks.on || (call = Hooks.enter(0, null, null)) == null) {
      return System.currentTimeMillis();
    }
    if (Hooks.answered(call)) {
      return (Long) Hooks.answer(call);
    }
    long made;
    try {
      made = System.currentTimeMillis();
    } catch (Throwable e) {
      return (Long) Hooks.fail(call, e);
    }
    return (Long) Hooks.leave(call, made);
  }

  @Override
  public void calls(int count) {
    for (int i = 0; i < count; i++) {
      sum += time();
    }
  }

  @Override
  public void bits(int count, int steps, boolean mixed) {
    for (int i = 0; i < count; i++) {
      long value = sum + time();
      for (int step = 0; step < steps; step++) {
        value = value * 31 + step;
      }
      sum = value;
    }
  }
}
