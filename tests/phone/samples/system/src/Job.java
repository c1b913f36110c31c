package io.reprise.system;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobService;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.os.Handler;
import android.os.PersistableBundle;
import android.os.SystemClock;

/** A job that says that it runs; with "fail" it wants to be run again, with "long" it takes its time. */
public class Job extends JobService {
  private boolean tells;

  static void act(Context c, String what, Intent intent) {
    JobScheduler jobs = c.getSystemService(JobScheduler.class);
    int id = intent.getIntExtra("id", 1);
    if (what.equals("cancel")) {
      jobs.cancel(id);
      return;
    }
    if (what.equals("list")) {
      for (JobInfo j : jobs.getAllPendingJobs()) Main.say("job " + j.getId() + " pending");
      return;
    }
    PersistableBundle extras = new PersistableBundle();
    extras.putString("what", what);
    extras.putLong("set", SystemClock.elapsedRealtime());
    JobInfo.Builder b = new JobInfo.Builder(id, new ComponentName(c, Job.class)).setExtras(extras);
    int in = intent.getIntExtra("in", 0);
    if (in > 0) b.setMinimumLatency(in);
    if (intent.hasExtra("deadline")) b.setOverrideDeadline(intent.getIntExtra("deadline", 0));
    if (intent.getBooleanExtra("network", false)) b.setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY);
    if (intent.getBooleanExtra("unmetered", false)) b.setRequiredNetworkType(JobInfo.NETWORK_TYPE_UNMETERED);
    if (intent.getBooleanExtra("storage", false)) b.setRequiresStorageNotLow(true);
    if (intent.getBooleanExtra("content", false)) {
      b.addTriggerContentUri(new JobInfo.TriggerContentUri(Uri.parse("content://settings/system"), 0));
    }
    if (intent.getBooleanExtra("charging", false)) b.setRequiresCharging(true);
    if (intent.getBooleanExtra("persisted", false)) b.setPersisted(true);
    if (intent.hasExtra("period")) b.setPeriodic(intent.getIntExtra("period", 0));
    if (intent.hasExtra("backoff")) {
      b.setBackoffCriteria(intent.getIntExtra("backoff", 0), JobInfo.BACKOFF_POLICY_EXPONENTIAL);
    }
    Main.say("scheduled " + jobs.schedule(b.build()));
  }

  @Override
  public boolean onStartJob(JobParameters p) {
    String what = p.getExtras().getString("what");
    Main.say("job " + p.getJobId() + " " + what + " runs at "
        + (SystemClock.elapsedRealtime() - p.getExtras().getLong("set")) / 1000 + " s"
        + (p.isOverrideDeadlineExpired() ? " overdue" : ""));
    tells = what.equals("tells");
    if (what.equals("fail")) new Handler(getMainLooper()).postDelayed(() -> jobFinished(p, true), 100);
    return what.equals("fail") || what.equals("long");
  }

  @Override
  public void onDestroy() {
    super.onDestroy();
    if (tells) Main.say("service destroyed");
  }

  @Override
  public boolean onStopJob(JobParameters p) {
    Main.say("job " + p.getJobId() + " stopped " + p.getStopReason());
    return true;
  }
}
