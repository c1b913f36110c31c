package io.reprise.phone.guest.app;

import android.content.Intent;
import io.reprise.phone.guest.Clock;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.time.Due;
import io.reprise.phone.time.PhoneTime;

/**
 * ACTION_TIME_TICK, at each full minute while somebody listens: clocks on the
 * screen go by it. The world around brings it, so that who waits for the phone's
 * rest does not wait for it. Guarded by Broadcasts.
 */
final class TimeTicks {
  private static final long MINUTE_NS = 60_000_000_000L;

  private Due next;

  /** Of an app before. */
  void reset() {
    if (next != null) next.cancel();
    next = null;
  }

  /** Somebody listens, or does no longer. */
  void listen(boolean any) {
    if (!any) reset();
    if (!any || next != null) return;
    long left = MINUTE_NS - Math.floorMod(Clock.realtimeNanos(), MINUTE_NS);
    next = PhoneTime.atAmbient(Clock.uptimeNanos() + left, () -> MainThread.handler().post(this::tick));
  }

  private void tick() {
    synchronized (Broadcasts.get()) {
      next = null;
    }
    Broadcasts.get().tell(new Intent(Intent.ACTION_TIME_TICK).addFlags(
        Intent.FLAG_RECEIVER_REGISTERED_ONLY | Intent.FLAG_RECEIVER_FOREGROUND), false);
    Broadcasts.get().listened();
  }
}
