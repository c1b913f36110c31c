package io.reprise.system;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.service.notification.StatusBarNotification;

/** What Main does with notifications. */
final class Notes {
  private Notes() {}

  static void act(Context c, String what, Intent intent) {
    NotificationManager manager = c.getSystemService(NotificationManager.class);
    int id = intent.getIntExtra("id", 1);
    if (what.equals("channel")) {
      manager.createNotificationChannel(new NotificationChannel("news", "News", NotificationManager.IMPORTANCE_HIGH));
      NotificationChannel again = new NotificationChannel("news", "Newer", NotificationManager.IMPORTANCE_MAX);
      manager.createNotificationChannel(again);
      NotificationChannel kept = manager.getNotificationChannel("news");
      Main.say("channel " + kept.getName() + " " + kept.getImportance() + " of "
          + manager.getNotificationChannels().size() + " enabled " + manager.areNotificationsEnabled());
    }
    if (what.equals("post")) {
      Notification.Builder b = new Notification.Builder(c, "news").setSmallIcon(android.R.drawable.ic_dialog_info)
          .setContentTitle("Title " + id).setContentText("Text " + id)
          .setContentIntent(PendingIntent.getActivity(c, id, new Intent(c, Main.class).putExtra("do", "open" + id),
              PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE))
          .setAutoCancel(true).setDeleteIntent(broadcast(c, "cleared" + id))
          .addAction(new Notification.Action.Builder(null, "Do it", broadcast(c, "acted" + id)).build());
      if (intent.getBooleanExtra("ongoing", false)) b.setOngoing(true);
      manager.notify(id, b.build());
    }
    if (what.equals("lost")) {
      manager.notify(9, new Notification.Builder(c, "nowhere").setSmallIcon(android.R.drawable.ic_dialog_info).build());
    }
    if (what.equals("cancel")) manager.cancel(id);
    if (what.equals("active")) {
      for (StatusBarNotification n : manager.getActiveNotifications()) {
        Main.say("active " + n.getId() + " " + n.getNotification().extras.getString(Notification.EXTRA_TITLE));
      }
    }
  }

  private static PendingIntent broadcast(Context c, String name) {
    return PendingIntent.getBroadcast(c, 0, new Intent(c, Received.class).setAction("io.reprise.system." + name),
        PendingIntent.FLAG_IMMUTABLE);
  }
}
