package io.reprise.phone.guest.service;

import android.app.job.IJobScheduler;
import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobWorkItem;
import android.content.ComponentName;
import android.content.pm.PackageManager;
import android.content.pm.ParceledListSlice;
import android.content.pm.ServiceInfo;
import android.os.IInterface;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.Death;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.host.Refusal;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.robolectric.RuntimeEnvironment;
import reprise.Phone.PhoneReply;
import reprise.PhoneSystem.PhoneJob;
import reprise.PhoneSystem.PhoneJobs;
import reprise.PhoneSystem.PhoneKept;

/**
 * The job scheduler: runs a job when its time has come and what it waits for is
 * there, at once, for on this phone nobody else wants the processor. Any thread;
 * jobs are started on main.
 */
final class Jobs {
  private static final int MAX_JOBS = 150;
  private static final Jobs INSTANCE = new Jobs();
  private static final IJobScheduler BINDER = Binders.make(IJobScheduler.class, (p, m, a) -> INSTANCE.call(m, a));

  private final List<JobRecord> all = new ArrayList<>();
  private final Map<JobRecord, Deque<JobWorkItem>> work = new HashMap<>();
  private final Runnable look = this::look;

  private Jobs() {}

  static Jobs get() {
    return INSTANCE;
  }

  static IInterface binder() {
    return BINDER;
  }

  synchronized void reset() {
    all.clear();
    work.clear();
    MainThread.handler().removeCallbacks(look);
  }

  /** What the process before, or the phone before a reboot, had. */
  synchronized void begin(PhoneJobs kept) {
    for (PhoneJob k : kept.getJobsList()) {
      JobRecord r = JobRecord.read(k);
      if (r != null) all.add(r);
    }
    plan(0);
  }

  private Object call(Method m, Object[] a) {
    switch (m.getName()) {
      case "schedule" -> {
        return schedule((String) a[0], (JobInfo) a[1], null);
      }
      case "enqueue" -> {
        return schedule((String) a[0], (JobInfo) a[1], (JobWorkItem) a[2]);
      }
      case "cancel" -> cancel(r -> r.is((String) a[0], (int) a[1]));
      case "cancelAll" -> cancel(r -> true);
      case "cancelAllInNamespace" -> cancel(r -> Objects.equals(r.space, a[0]));
      case "getAllPendingJobs" -> {
        Map<String, ParceledListSlice<JobInfo>> found = new HashMap<>();
        synchronized (this) {
          for (JobRecord r : all) found.computeIfAbsent(r.space, this::infos);
        }
        return found;
      }
      case "getAllPendingJobsInNamespace" -> {
        return infos((String) a[0]);
      }
      case "getPendingJob" -> {
        JobRecord r = find((String) a[0], (int) a[1]);
        return r == null ? null : r.info;
      }
      case "getPendingJobReason" -> {
        return reason(find((String) a[0], (int) a[1]));
      }
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
    return null;
  }

  private synchronized ParceledListSlice<JobInfo> infos(String space) {
    List<JobInfo> found = new ArrayList<>();
    for (JobRecord r : all) if (Objects.equals(r.space, space)) found.add(r.info);
    return new ParceledListSlice<>(found);
  }

  private synchronized JobRecord find(String space, int id) {
    for (JobRecord r : all) if (r.is(space, id)) return r;
    return null;
  }

  private static int reason(JobRecord r) {
    if (r == null) return JobScheduler.PENDING_JOB_REASON_INVALID_JOB_ID;
    if (r.run != null) return JobScheduler.PENDING_JOB_REASON_EXECUTING;
    if (r.earliest > JobRecord.now()) return JobScheduler.PENDING_JOB_REASON_CONSTRAINT_MINIMUM_LATENCY;
    if (!Connectivity.get().satisfies(r.info.getRequiredNetwork())) {
      return JobScheduler.PENDING_JOB_REASON_CONSTRAINT_CONNECTIVITY;
    }
    if (r.info.isRequireCharging() && !Battery.charging()) return JobScheduler.PENDING_JOB_REASON_CONSTRAINT_CHARGING;
    return JobScheduler.PENDING_JOB_REASON_UNDEFINED;
  }

  private static void check(JobInfo job) {
    ComponentName name = job.getService();
    ServiceInfo info;
    try {
      info = RuntimeEnvironment.getApplication().getPackageManager().getServiceInfo(name, 0);
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalArgumentException("No such service " + name);
    }
    if (!"android.permission.BIND_JOB_SERVICE".equals(info.permission)) {
      throw new IllegalArgumentException("Scheduled service " + name
          + " does not require android.permission.BIND_JOB_SERVICE permission");
    }
    if (job.isPersisted() && !Grants.has("android.permission.RECEIVE_BOOT_COMPLETED")) {
      throw new IllegalArgumentException("Requested job cannot be persisted without holding "
          + "android.permission.RECEIVE_BOOT_COMPLETED permission");
    }
  }

  private int schedule(String space, JobInfo job, JobWorkItem item) {
    check(job);
    JobRecord old;
    synchronized (this) {
      old = find(space, job.getId());
      if (old != null && item != null && old.info.equals(job)) {
        work.get(old).add(item);
        return JobScheduler.RESULT_SUCCESS;
      }
      if (old == null && all.size() >= MAX_JOBS) {
        throw new IllegalStateException("Apps may not schedule more than " + MAX_JOBS + " distinct jobs");
      }
      JobRecord made = new JobRecord(space, job);
      all.remove(old);
      all.add(made);
      if (item != null) work.put(made, new ArrayDeque<>(List.of(item)));
      changed();
    }
    if (old != null && old.run != null) old.run.drop();
    return JobScheduler.RESULT_SUCCESS;
  }

  private void cancel(java.util.function.Predicate<JobRecord> which) {
    List<JobRecord> gone = new ArrayList<>();
    synchronized (this) {
      for (JobRecord r : all) if (which.test(r)) gone.add(r);
      if (!all.removeAll(gone)) return;
      work.keySet().removeAll(gone);
      changed();
    }
    for (JobRecord r : gone) if (r.run != null) r.run.drop();
  }

  /** The next item that was enqueued for a job. */
  synchronized JobWorkItem work(JobRecord job) {
    Deque<JobWorkItem> items = work.get(job);
    return items == null ? null : items.poll();
  }

  /** A job has ended, or was stopped by the system. */
  synchronized void ended(JobRecord job, boolean again, boolean stopped) {
    job.run = null;
    if (!all.contains(job)) return;
    if (again && !stopped) job.backOff();
    else if (again) job.forced = false;
    else if (job.info.isPeriodic()) job.nextPeriod();
    else {
      all.remove(job);
      work.remove(job);
    }
    changed();
  }

  /** The network or the battery changed. On main. */
  void reconsider() {
    List<JobRun> lost = new ArrayList<>();
    synchronized (this) {
      for (JobRecord r : all) if (r.run != null && !r.forced && !r.overdue() && !r.satisfied()) lost.add(r.run);
      plan(0);
    }
    for (JobRun r : lost) r.stop(JobParameters.STOP_REASON_CONSTRAINT_CONNECTIVITY);
  }

  private void changed() {
    PhoneJobs.Builder kept = PhoneJobs.newBuilder();
    for (JobRecord r : all) kept.addJobs(r.save());
    News.send(PhoneReply.newBuilder().setKept(PhoneKept.newBuilder().setJobs(kept)));
    plan(0);
  }

  /** Looks at all of them at a wall-clock time, 0 = soon. */
  private void plan(long at) {
    MainThread.handler().removeCallbacks(look);
    if (all.isEmpty()) return;
    MainThread.handler().postDelayed(look, at == 0 ? 0 : Math.max(0, at - JobRecord.now()));
  }

  /** On main: starts what is ready. */
  private void look() {
    if (Death.dead()) return;
    List<JobRun> ready = new ArrayList<>();
    synchronized (this) {
      long next = 0;
      for (JobRecord r : all) {
        if (r.ready()) ready.add(r.run = new JobRun(r, r.overdue()));
        else if (r.run == null && r.next() != 0 && (next == 0 || r.next() < next)) next = r.next();
      }
      if (!ready.isEmpty()) changed();
      MainThread.handler().removeCallbacks(look);
      if (next != 0) plan(next);
    }
    for (JobRun r : ready) r.start();
  }

  /** `cmd jobscheduler WORDS`, of this package. */
  String command(List<String> words) {
    String verb = words.isEmpty() ? "" : words.get(0);
    List<String> rest = new ArrayList<>(words.subList(Math.min(1, words.size()), words.size()));
    boolean force = rest.remove("-f") | rest.remove("--force");
    rest.removeIf(w -> w.startsWith("-"));
    JobRecord job = rest.isEmpty() ? null : byId(rest.get(0));
    switch (verb) {
      case "run" -> {
        if (job == null) throw new Refusal("Could not find job " + word(rest) + " in package " + App.name() + " / user 0");
        synchronized (this) {
          if (!force && !job.satisfied()) {
            throw new Refusal("Job #" + job.info.getId() + " in package " + App.name()
                + " / user 0 has functional constraints but --force not specified");
          }
          job.forced = true;
          plan(0);
        }
        return "Running job" + (force ? " [FORCED]" : "") + "\n";
      }
      case "timeout" -> {
        for (JobRecord r : List.copyOf(all)) {
          if (r.run != null && (job == null || r == job)) r.run.stop(JobParameters.STOP_REASON_TIMEOUT);
        }
        return "";
      }
      case "cancel" -> {
        cancel(r -> job == null || r == job);
        return "";
      }
      case "get-job-state" -> {
        if (job == null) return "unknown(" + App.name() + "/" + word(rest) + ")\n";
        return (job.run != null ? "active" : job.ready() ? "ready" : "waiting") + "\n";
      }
      default -> throw new Refusal("jobscheduler: unknown command '" + verb
          + "'; it is run, timeout, cancel or get-job-state");
    }
  }

  private static String word(List<String> rest) {
    return rest.isEmpty() ? "(none)" : rest.get(0);
  }

  private synchronized JobRecord byId(String id) {
    for (JobRecord r : all) if (String.valueOf(r.info.getId()).equals(id)) return r;
    return null;
  }
}
