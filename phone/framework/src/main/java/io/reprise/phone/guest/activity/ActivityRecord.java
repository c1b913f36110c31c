package io.reprise.phone.guest.activity;

import android.app.ResultInfo;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.os.Bundle;
import android.os.IBinder;
import android.os.PersistableBundle;
import com.android.internal.content.ReferrerIntent;
import io.reprise.phone.guest.Binders;
import java.util.ArrayList;
import java.util.List;

/** One activity as the system knows it. Guarded by Tasks. */
public final class ActivityRecord {
  /** Where it is in its life. */
  public enum State {
    /** Not created yet, or destroyed with its state saved. */
    LAUNCHING,
    RESUMED,
    PAUSED,
    STOPPED,
    DESTROYED
  }

  private static int count;

  final int number;
  public final IBinder token;
  final ActivityInfo info;
  /** What was asked for: the alias, if it was one. */
  final ComponentName component;
  Intent intent;
  Task task;
  ActivityRecord resultTo;
  String resultWho;
  int requestCode = -1;
  /** Number of the request of another process that wants the result; 0 = none. */
  long otherToken;
  String callingPackage;
  State state = State.LAUNCHING;
  boolean finishing;
  boolean noHistory;
  /** It has an Activity in the process. */
  boolean alive;
  Bundle icicle;
  PersistableBundle persistent;
  int orientation;
  Configuration config;
  /** Its first frame was drawn, in ns of uptime; 0 = not yet. */
  volatile long drawnNs;
  int resultCode;
  Intent resultData;
  final List<ResultInfo> results = new ArrayList<>();
  final List<ReferrerIntent> newIntents = new ArrayList<>();

  ActivityRecord(Intent intent, ActivityInfo info, ComponentName component) {
    this.intent = intent;
    this.info = info;
    this.component = component;
    number = ++count;
    orientation = info.screenOrientation;
    token = Binders.token(info.name);
  }

  /** A new app counts from 1. */
  static void restartCount() {
    count = 0;
  }

  public ActivityInfo info() {
    return info;
  }

  public int orientation() {
    return orientation;
  }

  public int taskId() {
    return task.id;
  }

  /** As dumpsys writes one. */
  public String line() {
    return "ActivityRecord{" + Integer.toHexString(number) + " u0 " + component.flattenToShortString() + " t"
        + task.id + (finishing ? " f}" : "}");
  }

  boolean is(ComponentName other) {
    return component.equals(other) || info.getComponentName().equals(other);
  }

  @Override
  public String toString() {
    return info.getComponentName().flattenToShortString();
  }
}
