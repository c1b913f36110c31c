package io.reprise.phone.time;

/** A task that waits for its time; {@link PhoneTime#at} makes it. */
public final class Due {
  final long uptimeNs;
  final long order;
  final Runnable task;
  /** The world around the phone goes on: one that waits for its rest need not wait for this. */
  final boolean ambient;

  Due(long uptimeNs, long order, Runnable task, boolean ambient) {
    this.uptimeNs = uptimeNs;
    this.order = order;
    this.task = task;
    this.ambient = ambient;
  }

  /** It is not run, unless it has begun. */
  public void cancel() {
    Driver.cancel(this);
  }
}
