package io.reprise.phone.guest.app;

import android.content.ComponentName;
import android.content.IIntentReceiver;
import android.content.Intent;
import android.content.res.CompatibilityInfo;
import android.os.Bundle;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Parcels;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import reprise.PhoneAcross.PhoneOrder;
import reprise.PhoneAcross.PhoneReceivers;

/**
 * Broadcasts that go from one receiver to the next, one broadcast after the
 * other: ordered ones, and receivers of the manifest. Guarded by Broadcasts.
 */
final class BroadcastQueue {
  /** One of them. */
  static final class Item {
    final Intent intent;
    final boolean ordered;
    /** Who gets it, in their order. */
    final List<BroadcastTarget> left = new ArrayList<>();
    /** Permissions that those of other packages need. */
    String[] needs;
    /** Others may get it, and were not asked yet. */
    boolean asks;
    IIntentReceiver resultTo;
    /** Number of another app's, which is told how it ended; 0 = none. */
    long answers;
    int code;
    String data;
    Bundle extras;
    boolean abort;

    Item(Intent intent, boolean ordered) {
      this.intent = intent;
      this.ordered = ordered;
    }
  }

  private final Deque<Item> queue = new ArrayDeque<>();
  /** Number of what another package was asked last. */
  private long token;

  void reset() {
    queue.clear();
    token = 0;
  }

  void add(Item item) {
    queue.add(item);
    if (queue.size() == 1) next();
  }

  /** The head of the queue goes on to its next receiver, or ends. */
  private void next() {
    for (Item q; (q = queue.peek()) != null; queue.poll()) {
      if (q.asks) {
        q.asks = false;
        OtherBroadcasts.ask(++token, q.intent, q.needs);
        return;
      }
      BroadcastTarget t = q.abort || q.left.isEmpty() ? null : q.left.remove(0);
      if (t != null) {
        give(q, t);
        return;
      }
      if (q.resultTo != null) deliver(q.resultTo, q, false, false);
      if (q.answers != 0) OtherBroadcasts.done(q.answers, q.code, q.data, q.extras, q.abort);
    }
  }

  private void give(Item q, BroadcastTarget t) {
    if (t.other() != null) {
      OtherBroadcasts.give(++token, q.intent, q.needs, t, q.code, q.data, q.extras);
    } else if (t.receiver() != null) {
      deliver(t.receiver(), q, true, false);
    } else {
      t.info().applicationInfo = App.current().info();
      Intent intent = new Intent(q.intent).setComponent(new ComponentName(t.info().packageName, t.info().name));
      App.tell(to -> to.scheduleReceiver(intent, t.info(), CompatibilityInfo.DEFAULT_COMPATIBILITY_INFO, q.code,
          q.data, q.extras, q.ordered, false, 0, 0, App.current().info().uid, App.name()));
    }
  }

  /** `there`: it was there before the receiver. */
  static void deliver(IIntentReceiver to, Item q, boolean ordered, boolean there) {
    App.tell(t -> t.scheduleRegisteredReceiver(to, new Intent(q.intent), q.code, q.data, q.extras, ordered, there,
        !ordered, 0, 0, App.current().info().uid, App.name()));
  }

  /** A receiver is done, at once or after goAsync. */
  void finished(int code, String data, Bundle extras, boolean abort) {
    Item q = queue.peek();
    if (q == null) return;
    if (q.ordered) {
      q.code = code;
      q.data = data;
      q.extras = extras;
      q.abort = abort && (q.intent.getFlags() & Intent.FLAG_RECEIVER_NO_ABORT) == 0;
    }
    next();
  }

  /** What others were asked is answered: who gets it, or what became of it. */
  void answered(PhoneOrder order) {
    Item q = queue.peek();
    if (q == null || order.getToken() != token) return;
    if (order.getTo().isEmpty()) {
      for (PhoneReceivers r : order.getReceiversList()) {
        for (int p : r.getPrioritiesList()) q.left.add(BroadcastTarget.of(p, r.getPackageName()));
      }
      // Of those that are equal the app's own go first.
      q.left.sort(Comparator.comparingInt(BroadcastTarget::priority).reversed());
      next();
    } else {
      finished(order.getCode(), order.hasData() ? order.getData() : null, (Bundle) Parcels.read(order.getExtras()),
          order.getAbort());
    }
  }
}
