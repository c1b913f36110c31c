package io.reprise.phone.time;

/** Threads of the phone's own, whoever starts them: they are never the app's. */
final class Host {
  private Host() {}

  static Thread start(Runnable task, String name) {
    PhoneTime.beginAside();
    try {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      thread.setContextClassLoader(null); // not that of the app that asks first
      thread.start();
      return thread;
    } finally {
      PhoneTime.endAside();
    }
  }
}
