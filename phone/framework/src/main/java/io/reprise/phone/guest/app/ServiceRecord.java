package io.reprise.phone.guest.app;

import android.app.IServiceConnection;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ServiceInfo;
import android.os.Binder;
import android.os.IBinder;
import java.util.ArrayList;
import java.util.List;

/** One service that runs. Guarded by Services. */
final class ServiceRecord {
  /** Those who bound with the same intent share one onBind. */
  static final class Binding {
    final Intent intent;
    final List<IServiceConnection> connections = new ArrayList<>();
    boolean asked;
    boolean published;
    boolean rebind;
    IBinder binder;

    Binding(Intent intent) {
      this.intent = intent;
    }
  }

  final ComponentName name;
  final ServiceInfo info;
  final IBinder token = new Binder();
  final List<Binding> bindings = new ArrayList<>();
  boolean started;
  boolean foreground;
  /** Id of the notification that it is in the foreground with. */
  int notification;
  int startId;

  ServiceRecord(ComponentName name, ServiceInfo info) {
    this.name = name;
    this.info = info;
  }

  Binding binding(Intent intent) {
    for (Binding b : bindings) if (b.intent.filterEquals(intent)) return b;
    Binding b = new Binding(new Intent(intent));
    bindings.add(b);
    return b;
  }

  boolean bound() {
    for (Binding b : bindings) if (!b.connections.isEmpty()) return true;
    return false;
  }
}
