package io.reprise.phone.guest.service;

import android.app.Notification;
import android.app.PendingIntent;
import android.content.Context;
import android.os.Bundle;
import android.os.UserHandle;
import android.service.notification.StatusBarNotification;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Clock;
import io.reprise.phone.guest.app.Senders;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.robolectric.RuntimeEnvironment;
import reprise.PhoneSystem.PhoneNotice;

/** A notification that is posted, and the pending intents it holds. */
final class Notice {
  private static final int MAX_TEXT = 1000;

  final StatusBarNotification posted;
  final Senders.Sender content;
  final Senders.Sender removal;
  final List<Senders.Sender> actions = new ArrayList<>();
  private final PhoneNotice.Builder kept;

  private Notice(StatusBarNotification posted, PhoneNotice.Builder kept, Senders.Sender content,
      Senders.Sender removal) {
    this.posted = posted;
    this.kept = kept;
    this.content = content;
    this.removal = removal;
  }

  static Notice of(String tag, int id, Notification n, int importance) {
    StatusBarNotification posted = status(tag, id, n, Clock.realtimeNanos() / 1_000_000);
    Bundle extras = n.extras;
    PhoneNotice.Builder k = PhoneNotice.newBuilder().setId(id).setChannel(Objects.toString(n.getChannelId(), ""))
        .setTitle(text(extras.getCharSequence(Notification.EXTRA_TITLE)))
        .setText(text(extras.getCharSequence(Notification.EXTRA_TEXT))).setFlags(n.flags)
        .setPostedMs(posted.getPostTime()).setImportance(importance)
        .setProgress(extras.getInt(Notification.EXTRA_PROGRESS))
        .setProgressMax(extras.getInt(Notification.EXTRA_PROGRESS_MAX)).setGroup(Objects.toString(n.getGroup(), ""))
        .setCategory(Objects.toString(n.category, "")).setKey(posted.getKey());
    if (tag != null) k.setTag(tag);
    Notice made = new Notice(posted, k, Senders.of(n.contentIntent), Senders.of(n.deleteIntent));
    if (made.content != null) k.setContent(Senders.save(made.content));
    if (made.removal != null) k.setRemoval(Senders.save(made.removal));
    if (n.actions == null) return made;
    for (Notification.Action a : n.actions) {
      Senders.Sender fired = Senders.of(a.actionIntent);
      PhoneNotice.Action.Builder action = PhoneNotice.Action.newBuilder().setTitle(text(a.title));
      if (fired != null) action.setPending(Senders.save(fired));
      k.addActions(action);
      made.actions.add(fired);
    }
    return made;
  }

  /** One that a process before has posted: what the shade shows of it is left. */
  static Notice restore(PhoneNotice k) {
    Context context = RuntimeEnvironment.systemContext;
    Notification.Builder b = new Notification.Builder(context, k.getChannel()).setContentTitle(k.getTitle())
        .setContentText(k.getText()).setSmallIcon(android.R.drawable.sym_def_app_icon);
    Senders.Sender content = Senders.restore(k.getContent());
    Senders.Sender removal = Senders.restore(k.getRemoval());
    if (content != null) b.setContentIntent(Senders.pending(content));
    if (removal != null) b.setDeleteIntent(Senders.pending(removal));
    if (!k.getGroup().isEmpty()) b.setGroup(k.getGroup());
    List<Senders.Sender> actions = new ArrayList<>();
    for (PhoneNotice.Action a : k.getActionsList()) {
      Senders.Sender fired = Senders.restore(a.getPending());
      actions.add(fired);
      b.addAction(new Notification.Action.Builder((android.graphics.drawable.Icon) null, a.getTitle(),
          Senders.pending(fired)).build());
    }
    Notification n = b.build();
    n.flags = k.getFlags();
    Notice made = new Notice(status(k.hasTag() ? k.getTag() : null, k.getId(), n, k.getPostedMs()), k.toBuilder(),
        content, removal);
    made.actions.addAll(actions);
    return made;
  }

  private static StatusBarNotification status(String tag, int id, Notification n, long posted) {
    return new StatusBarNotification(App.name(), App.name(), id, tag, App.current().info().uid, App.pid(), n,
        UserHandle.of(0), null, posted);
  }

  private static String text(CharSequence s) {
    if (s == null) return "";
    return s.length() > MAX_TEXT ? s.subSequence(0, MAX_TEXT).toString() : s.toString();
  }

  boolean is(String tag, int id) {
    return posted.getId() == id && Objects.equals(posted.getTag(), tag);
  }

  boolean has(int flag) {
    return (posted.getNotification().flags & flag) != 0;
  }

  /** The user can take it away. */
  boolean clearable() {
    return !has(Notification.FLAG_ONGOING_EVENT) && !has(Notification.FLAG_NO_CLEAR);
  }

  PhoneNotice kept() {
    return kept.build();
  }
}
