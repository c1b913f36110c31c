package io.reprise.phone.guest.app;

import android.content.Intent;
import android.os.Bundle;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Intents;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.Parcels;
import java.util.List;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneReply.StartOther;
import reprise.Phone.PhoneRequest.Send;
import reprise.PhoneAcross.PhoneOrder;

/** Broadcasts that other packages may get, too: told to the supervisor. Any thread. */
final class OtherBroadcasts {
  private OtherBroadcasts() {}

  /** May another package get it? */
  static boolean there(Intent intent) {
    String wanted = intent.getComponent() != null ? intent.getComponent().getPackageName() : intent.getPackage();
    if (wanted != null && wanted.equals(App.name())) return false;
    return App.current().attach().getPackagesList().stream()
        .map(p -> p.getManifest().getPackageName())
        .anyMatch(name -> !name.equals(App.name()) && (wanted == null || wanted.equals(name)));
  }

  static void send(Intent intent, String[] needs, boolean sticky) {
    StartOther.Builder send = of(intent, needs);
    if (sticky) send.setSticky(true);
    say(send);
  }

  /** One that stayed does no longer. */
  static void unstick(Intent intent) {
    say(of(intent, null).setSticky(false));
  }

  /** Asks who would get an ordered one. */
  static void ask(long token, Intent intent, String[] needs) {
    say(of(intent, needs).setOrder(PhoneOrder.newBuilder().setToken(token)));
  }

  /** Delivers an ordered one to those of one package and priority. */
  static void give(long token, Intent intent, String[] needs, BroadcastTarget to, int code, String data,
      Bundle extras) {
    say(of(intent, needs).setOrder(state(code, data, extras).setToken(token).setTo(to.other())
        .setPriority(to.priority())));
  }

  /** What became of one that another app sent. */
  static void done(long token, int code, String data, Bundle extras, boolean abort) {
    News.send(PhoneReply.newBuilder().setOrder(state(code, data, extras).setToken(token).setAbort(abort)));
  }

  private static PhoneOrder.Builder state(int code, String data, Bundle extras) {
    PhoneOrder.Builder order = PhoneOrder.newBuilder().setCode(code).setExtras(Parcels.write(extras));
    if (data != null) order.setData(data);
    return order;
  }

  private static StartOther.Builder of(Intent intent, String[] needs) {
    StartOther.Builder send = StartOther.newBuilder().setIntent(Intents.toProto(intent))
        .setKind(Send.Kind.KIND_BROADCAST).addAllHeld(Grants.all());
    if (needs != null) for (String p : needs) if (p != null) send.addNeeds(p);
    return send;
  }

  private static void say(StartOther.Builder send) {
    News.send(PhoneReply.newBuilder().setStartOther(send));
  }

  /** Permissions as the framework gives them. */
  static String[] needs(List<String> needs) {
    return needs.toArray(new String[0]);
  }
}
