package io.reprise.phone.time;

/** A task that waits for its time; {@link PhoneTime#at} makes it. */
public final class Due {
  final long uptimeNs;
  final long order;
  final Runnable task;

  Due(long uptimeNs, long order, Runnable task) {
    this.uptimeNs = uptimeNs;
    this.order = order;
    this.task = task;
  }

  /** It is not run, unless it has begun. */
  public void cancel() {
    Driver.cancel(this);
  }
}
