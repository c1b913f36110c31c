package io.reprise.phone.guest.activity;

import android.content.Intent;
import java.util.ArrayList;
import java.util.List;

/** A task: activities, lowest first. Guarded by Tasks. */
final class Task {
  final int id;
  final String affinity;
  final Intent root;
  final boolean home;
  /** Made for a singleInstance activity: takes no other. */
  final boolean single;
  final List<ActivityRecord> activities = new ArrayList<>();

  Task(int id, String affinity, Intent root, boolean home, boolean single) {
    this.id = id;
    this.affinity = affinity;
    this.root = root;
    this.home = home;
    this.single = single;
  }

  /** The highest that is not finishing; null = none. */
  ActivityRecord top() {
    for (int i = activities.size() - 1; i >= 0; i--) {
      if (!activities.get(i).finishing) return activities.get(i);
    }
    return null;
  }

  /** The lowest that is not finishing; null = none. */
  ActivityRecord bottom() {
    for (ActivityRecord r : activities) if (!r.finishing) return r;
    return null;
  }

  void add(ActivityRecord r) {
    r.task = this;
    activities.add(r);
  }
}
