package io.reprise.phone.guest.activity;

import android.content.Intent;
import io.reprise.phone.guest.packages.Packages;

/** The home screen: shown by the Home key, and when no task is left. */
public final class Home {
  private Home() {}

  /** Brings it to the front. */
  public static void show() {
    Starter.start(new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_HOME)
        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK), Packages.OURS, 0);
  }
}
