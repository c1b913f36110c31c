package io.reprise.phone.guest.service;

import android.app.IServiceConnection;
import android.app.job.IJobCallback;
import android.app.job.IJobService;
import android.app.job.JobParameters;
import android.app.job.JobWorkItem;
import android.content.Context;
import android.content.Intent;
import android.os.IBinder;
import android.os.RemoteException;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.Death;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.app.Services;
import java.lang.reflect.Method;

/** A job that runs: binds to its service, starts it there, and hears when it is done. As JobServiceContext. */
final class JobRun {
  /** A job that is not done by then is stopped. */
  private static final long LIMIT_MS = 600_000;

  private final JobRecord job;
  private final JobParameters params;
  private final Runnable timeout = () -> stop(JobParameters.STOP_REASON_TIMEOUT);
  private final IServiceConnection connection = Binders.make(IServiceConnection.class, this::connected);
  private IJobService service;
  private boolean ended;
  private boolean stopping;

  JobRun(JobRecord job, boolean overdue) {
    this.job = job;
    IJobCallback callback = Binders.make(IJobCallback.class, this::called);
    params = new JobParameters(callback.asBinder(), job.space, job.info.getId(), job.info.getExtras(),
        job.info.getTransientExtras(), job.info.getClipData(), job.info.getClipGrantFlags(), overdue,
        job.info.isExpedited(), job.info.isUserInitiated(), null, null,
        job.info.getRequiredNetwork() == null ? null : Connectivity.get().network());
  }

  /** False = there is no such service. */
  boolean start() {
    MainThread.handler().postDelayed(timeout, LIMIT_MS);
    Intent intent = new Intent().setComponent(job.info.getService());
    return Services.get().bind(intent, connection, Context.BIND_AUTO_CREATE) != 0;
  }

  private Object connected(Object self, Method m, Object[] a) throws RemoteException {
    if (!m.getName().equals("connected") || service != null || ended) return null;
    IBinder binder = (IBinder) a[1];
    if (binder == null) {
      end(false);
      return null;
    }
    service = IJobService.Stub.asInterface(binder);
    service.startJob(params);
    return null;
  }

  private Object called(Object self, Method m, Object[] a) {
    switch (m.getName()) {
      case "acknowledgeStartMessage" -> {
        if (!(boolean) a[1]) end(false);
      }
      case "jobFinished", "acknowledgeStopMessage" -> end((boolean) a[1]);
      case "dequeueWork" -> {
        JobWorkItem next = Jobs.get().work(job);
        if (next == null) end(false);
        return next;
      }
      case "completeWork" -> {
        return true;
      }
      default -> { }
    }
    return Binders.nothing(m.getReturnType());
  }

  /** What it needs is gone, or its time is over. */
  void stop(int reason) {
    if (ended || stopping || Death.dead()) return;
    stopping = true;
    if (service == null) {
      end(true);
      return;
    }
    params.setStopReason(reason, reason, "");
    try {
      service.stopJob(params);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  /** No longer wanted by anybody. */
  void drop() {
    stop(JobParameters.STOP_REASON_CANCELLED_BY_APP);
    MainThread.handler().removeCallbacks(timeout);
  }

  private void end(boolean again) {
    if (ended) return;
    ended = true;
    MainThread.handler().removeCallbacks(timeout);
    Services.get().unbind(connection);
    Jobs.get().ended(job, again, stopping);
  }
}
