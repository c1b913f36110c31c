package io.reprise.phone.host;

import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import reprise.Phone.PhoneProtocol;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneRequest;

/**
 * Answers the supervisor's requests, one at a time and in order, on a thread of
 * its own; the thread that reads answers the three that must not wait. The
 * phone itself (the guest) lives in the framework's loader, and is made by the
 * first request that needs it.
 */
final class Server {
  private final Connection connection;
  private final LinkedBlockingQueue<PhoneRequest> requests = new LinkedBlockingQueue<>();
  private volatile Guest guest;

  Server(Connection connection) {
    this.connection = connection;
  }

  void serve() throws IOException {
    send(PhoneReply.newBuilder().setHello(PhoneReply.Hello.newBuilder()
        .setProtocol(PhoneProtocol.PHONE_PROTOCOL_VERSION_VALUE)
        .setHostPid((int) ProcessHandle.current().pid())
        .setAndroid("14")
        .setSdk(Sandbox.SDK)));
    Thread worker = new Thread(this::work, "phone-requests");
    worker.setDaemon(true);
    worker.start();
    for (PhoneRequest r; (r = connection.read()) != null; ) {
      switch (r.getRequestCase()) {
        case THREADS -> send(PhoneReply.newBuilder().setSerial(r.getSerial())
            .setText(PhoneReply.Text.newBuilder().setText(Threads.dump())));
        case DEBUG -> debug(r);
        case FRAME_READ -> FrameFile.get().read(r.getFrameRead().getNumber());
        case EXIT -> {
          if (!r.getExit().getGently()) return;
          requests.add(r);
        }
        default -> requests.add(r);
      }
    }
  }

  /** Not in order, but for the app's own begin: it may hang. */
  private void debug(PhoneRequest r) {
    PhoneReply.Builder reply = PhoneReply.newBuilder();
    try {
      switch (r.getDebug().getWhat()) {
        case WHAT_LISTEN -> reply.setText(PhoneReply.Text.newBuilder().setText(Debugging.listen()));
        case WHAT_GONE -> {
          Debugging.gone();
          reply.setDone(PhoneReply.Done.getDefaultInstance());
        }
        default -> {
          requests.add(r);
          return;
        }
      }
    } catch (Exception e) {
      reply = failed(String.valueOf(e.getMessage()));
    }
    send(reply.setSerial(r.getSerial()));
  }

  /** Sends; a supervisor that has gone ends the process. */
  private void send(PhoneReply.Builder reply) {
    try {
      connection.write(reply.build());
    } catch (IOException e) {
      Runtime.getRuntime().halt(0);
    }
  }

  private void work() {
    try {
      while (true) {
        PhoneRequest r = requests.take();
        send(answer(r).setSerial(r.getSerial()));
        if (r.hasExit()) Runtime.getRuntime().halt(0);
      }
    } catch (Throwable e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private PhoneReply.Builder answer(PhoneRequest r) {
    try {
      if (guest == null) {
        if (!r.hasBoot()) return failed("the first request must be Boot, not " + r.getRequestCase());
        guest = Sandbox.make().start(this::send);
      }
      return guest.answer(r);
    } catch (Exception e) {
      Throwable cause = e;
      while (cause.getCause() != null && cause.getMessage() == null) cause = cause.getCause();
      if (!(e instanceof Refusal)) e.printStackTrace();
      return failed(cause.getMessage() == null ? cause.toString() : cause.getMessage());
    } catch (Error e) {
      e.printStackTrace();
      return failed("the request " + r.getRequestCase() + " failed: " + e);
    }
  }

  private static PhoneReply.Builder failed(String sentence) {
    return PhoneReply.newBuilder().setFailed(PhoneReply.Failed.newBuilder().setSentence(sentence));
  }
}
