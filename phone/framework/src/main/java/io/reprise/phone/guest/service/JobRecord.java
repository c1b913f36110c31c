package io.reprise.phone.guest.service;

import android.app.job.JobInfo;
import android.os.Parcel;
import com.google.protobuf.ByteString;
import io.reprise.phone.guest.Clock;
import reprise.PhoneSystem.PhoneJob;

/** One job: what was asked for, and what has become of it. Guarded by Jobs; times are wall-clock milliseconds. */
final class JobRecord {
  private static final long MS = 1_000_000;

  final String space;
  final JobInfo info;
  /** Before, it does not run; 0 = at any time. */
  long earliest;
  /** Then it runs whatever it waits for; 0 = never. */
  long latest;
  /** End of its period; 0 = it is not periodic. */
  long periodEnd;
  int failures;
  /** How it runs; null = it waits. */
  JobRun run;
  /** Somebody wants it now (`cmd jobscheduler run`). */
  boolean forced;

  JobRecord(String space, JobInfo info) {
    this.space = space;
    this.info = info;
    long now = now();
    if (info.isPeriodic()) period(now + info.getIntervalMillis());
    else {
      if (info.hasEarlyConstraint()) earliest = now + info.getMinLatencyMillis();
      if (info.hasLateConstraint()) latest = now + info.getMaxExecutionDelayMillis();
    }
  }

  static long now() {
    return Clock.realtimeNanos() / MS;
  }

  boolean is(String otherSpace, int id) {
    return info.getId() == id && java.util.Objects.equals(space, otherSpace);
  }

  private void period(long end) {
    periodEnd = end;
    earliest = end - info.getFlexMillis();
    latest = 0;
  }

  /** It has run: a periodic one waits for its next period. */
  void nextPeriod() {
    failures = 0;
    forced = false;
    long end = periodEnd;
    while (end <= now() || end == periodEnd) end += info.getIntervalMillis();
    period(end);
  }

  /** It wants to run again after a failure. */
  void backOff() {
    failures++;
    forced = false;
    long initial = Math.max(JobInfo.MIN_BACKOFF_MILLIS, info.getInitialBackoffMillis());
    double delay = info.getBackoffPolicy() == JobInfo.BACKOFF_POLICY_LINEAR ? (double) initial * failures
        : initial * Math.pow(2, failures - 1);
    earliest = now() + (long) Math.min(delay, JobInfo.MAX_BACKOFF_DELAY_MILLIS);
    latest = 0;
  }

  /** Its deadline has come. */
  boolean overdue() {
    return latest != 0 && latest <= now();
  }

  /** Nothing but its time and the phone decide. */
  boolean ready() {
    if (run != null) return false;
    if (forced || overdue()) return true;
    return earliest <= now() && satisfied();
  }

  /** What it waits for is there. */
  boolean satisfied() {
    return Connectivity.get().satisfies(info.getRequiredNetwork())
        && (!info.isRequireCharging() || Battery.charging())
        && (!info.isRequireBatteryNotLow() || !Battery.low())
        && !waitsForEver();
  }

  /** The phone is never idle, and nobody looks whether content changes; its storage is never low. */
  private boolean waitsForEver() {
    return info.isRequireDeviceIdle() || info.getTriggerContentUris() != null;
  }

  /** When to look at it again; 0 = when something changes. */
  long next() {
    long now = now();
    long at = earliest > now ? earliest : 0;
    if (latest > now && (at == 0 || latest < at)) at = latest;
    return at;
  }

  PhoneJob.Builder save() {
    PhoneJob.Builder j = PhoneJob.newBuilder().setId(info.getId()).setSpace(space == null ? "" : space)
        .setService(info.getService().flattenToString()).setEarliestNs(earliest * MS).setLatestNs(latest * MS)
        .setPeriodNs(info.isPeriodic() ? info.getIntervalMillis() * MS : 0).setNetwork(info.getNetworkType())
        .setCharging(info.isRequireCharging()).setBatteryNotLow(info.isRequireBatteryNotLow())
        .setIdle(waitsForEver()).setPersisted(info.isPersisted()).setFailures(failures)
        .setPeriodEndNs(periodEnd * MS).setRunning(run != null);
    Parcel parcel = Parcel.obtain();
    try {
      info.writeToParcel(parcel, 0);
      j.setInfo(ByteString.copyFrom(parcel.marshall()));
    } catch (RuntimeException e) {
      android.util.Log.w("JobScheduler", "job " + info.getId() + " cannot be kept", e);
    } finally {
      parcel.recycle();
    }
    return j;
  }

  /** One of a process before; null = it cannot be read. */
  static JobRecord read(PhoneJob kept) {
    byte[] bytes = kept.getInfo().toByteArray();
    if (bytes.length == 0) return null;
    Parcel parcel = Parcel.obtain();
    try {
      parcel.unmarshall(bytes, 0, bytes.length);
      parcel.setDataPosition(0);
      JobRecord r = new JobRecord(kept.getSpace().isEmpty() ? null : kept.getSpace(),
          JobInfo.CREATOR.createFromParcel(parcel));
      r.earliest = kept.getEarliestNs() / MS;
      r.latest = kept.getLatestNs() / MS;
      r.periodEnd = kept.getPeriodEndNs() / MS;
      r.failures = kept.getFailures();
      return r;
    } catch (RuntimeException e) {
      android.util.Log.w("JobScheduler", "job " + kept.getId() + " cannot be read", e);
      return null;
    } finally {
      parcel.recycle();
    }
  }
}
