// One run of the app under Reprise: recording, or replaying and recording that.
//
// Threads: any.
package io.reprise.runtime;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

final class Session implements UpcallPlayer.Delivery {
  private final SessionFile settings;
  private final String process;
  private final Plan plan = new Plan();
  private final Handles handles = new Handles();
  private final RingWriter ring;
  private final Output output;
  private final CallWriter writer;
  private final Report report;
  private final ReplayTape tape; // null when recording
  private final int madeMode; // of a call that is made
  private final UpcallPlayer player;
  private final Replayer replayer;
  private final Stubs stubs;
  private final ThreadLocal<ThreadState> threads = new ThreadLocal<>();
  private ThreadState recent; // racy: what one thread sees may be another's
  private volatile ClassLoader loader = Session.class.getClassLoader();
  private boolean finished; // guarded by this

  Session(File folder, String process) throws IOException, BadTape {
    this.process = process;
    settings = SessionFile.read(new File(folder, SessionFile.NAME));
    String name = process.isEmpty() ? "main" : process.replaceAll("[^A-Za-z0-9_.-]", "_");
    // Under another name until it is whole, so that the host sees no half.
    File part = new File(folder, name + ".ring.part");
    ring = new RingWriter(part, settings.ringBytes, Output.TOPICS);
    if (!part.renameTo(new File(folder, name + ".ring"))) {
      throw new IOException(part + " cannot be renamed");
    }
    output = new Output(ring);
    writer = new CallWriter(output);
    report = new Report(output);
    tape = settings.replay ? new ReplayTape(new File(folder, SessionFile.REPLAY)) : null;
    madeMode = tape == null ? Tags.MODE_RECORDED : Tags.MODE_LIVE;
    player = new UpcallPlayer(this);
    replayer = tape == null ? null : new Replayer(tape, handles, report, player, loader);
    stubs = new Stubs(report);
    if (tape != null) {
      handles.startAfter(tape.lastHandle());
      player.start();
    }
    addPlan(TapedInput.PLAN + TapedOutput.PLAN);
    report.info(thread(), Tags.KIND_SESSION_BEGAN, process,
        tape == null ? "Recording began." : "Replay began.");
  }

  ThreadState thread() {
    ThreadState state = recent;
    if (state != null && state.thread == Thread.currentThread()) {
      return state;
    }
    state = threads.get();
    if (state == null) {
      state = new ThreadState(this, process, output, ring.newLane(), handles);
      threads.set(state);
    }
    recent = state;
    return state;
  }

  void setLoader(ClassLoader loader) {
    this.loader = loader;
    if (replayer != null) {
      replayer.setLoader(loader);
    }
  }

  int differences() {
    return report.total();
  }

  void addPlan(String text) throws BadTape {
    for (Point point : plan.add(text)) {
      String mode = settings.streams.get(point.stream);
      boolean known = stubs.has(point.stub);
      if (stubs.leavesAlone(point.stub) || point.stream.equals("schedule") && !known) {
        continue;
      }
      if (!known) {
        point.mode = Point.Mode.RECORD;
        report.info(thread(), Tags.KIND_UNSUPPORTED, point.method,
            "The stub \"" + point.stub + "\" of " + point.method
                + " is not known: calls are recorded and never answered.");
      } else if ("off".equals(mode)) {
        point.mode = Point.Mode.OFF;
      } else if (tape == null || "live".equals(mode) || "record".equals(mode)) {
        point.mode = Point.Mode.RECORD;
      } else {
        point.mode = Point.Mode.REPLAY;
      }
    }
  }

  /** Null: the call is none of ours. */
  Call enter(ThreadState thread, int number, Object self, Object[] args) throws BadTape {
    Point point = plan.point(number);
    if (point == null) {
      return null;
    }
    Point.Mode mode = point.mode;
    Call outer = thread.top;
    boolean special = point.special;
    if (mode == Point.Mode.OFF || outer != null && isPartOf(outer, point)
        || special && stubs.passes(point, self)) {
      return null;
    }
    Call call = new Call(thread, point, self, args, outer);
    call.id = thread.newId();
    call.begin = System.nanoTime();
    call.mode = madeMode;
    if (mode == Point.Mode.REPLAY) {
      if (point.upcall) {
        enterUpcall(thread, call);
      } else {
        replayer.enter(thread, call);
      }
    }
    if (special) {
      stubs.enter(thread, call);
    }
    if (args != null || point.upcall) {
      writer.begin(thread, call);
    }
    if (!point.entryOnly) {
      thread.top = call;
    } else if (!point.upcall) {
      writer.end(thread, call, null, null);
    }
    return call;
  }

  // What a call of the system does is part of it, and so is what the app calls
  // of its own within an upcall.
  private static boolean isPartOf(Call outer, Point point) {
    if (outer.point.upcall != point.upcall) {
      return false;
    }
    return point.upcall || !outer.point.live;
  }

  private void enterUpcall(ThreadState thread, final Call call) throws BadTape {
    RecordedCall delivered = thread.delivering;
    if (delivered != null && delivered.method.equals(call.point.method)) {
      thread.delivering = null;
      call.recorded = delivered;
      call.mode = Tags.MODE_REPLAYED;
      return;
    }
    final String type = Descriptors.of(call.self == null ? Object.class : call.self.getClass());
    RecordedCall found = tape.take(call.point.method, null, new ReplayTape.Test() {
      @Override
      public boolean matches(RecordedCall recorded) {
        boolean sameType = recorded.receiverClass.isEmpty()
            ? call.point.method.startsWith(type)
            : recorded.receiverClass.equals(type);
        return recorded.registration == null
            && (recorded.receiver == 0
                || (sameType && handles.canBind(recorded.receiver, call.self)));
      }
    });
    if (found == null) {
      report.difference(thread, Tags.KIND_EVENT_UNRECORDED, 0, call.point.method,
          "The system called " + Words.call(call.point.method, call.args)
              + ", which the recording does not have.",
          "", Words.call(call.point.method, call.args));
      return;
    }
    if (found.receiver != 0) {
      handles.bind(found.receiver, call.self);
    }
    call.recorded = found;
    if (!call.point.live && call.args != null) {
      replayer.upcallArguments(found, call.point, call.args);
      call.mode = Tags.MODE_REPLAYED;
    }
  }

  /** Gives the recorded answer, after what it took and called. */
  void answer(ThreadState thread, Call call) {
    for (RecordedCall upcall : call.recorded.within) {
      thread.inside = false;
      try {
        deliver(upcall);
      } catch (Throwable e) {
        // The service got it in the recording, and what it made of it is the
        // answer that follows.
      } finally {
        thread.inside = true;
      }
    }
    if (call.point.timed) {
      Pause.until(call.begin + call.recorded.duration);
    }
    writer.end(thread, call, call.result, call.thrown);
    pop(thread, call);
  }

  /** The result to go on with. */
  Object leave(ThreadState thread, Call call, Object result) {
    Object given = result;
    Object shown = result;
    Point point = call.point;
    if (point.special) {
      given = stubs.given(call, result);
      shown = stubs.shown(call, given);
    }
    if (call.recorded != null && !point.upcall) {
      replayer.madeLive(call, given);
    }
    writer.end(thread, call, shown, null);
    if (thread.top == call) {
      thread.top = call.outer;
    } else {
      pop(thread, call);
    }
    return given;
  }

  void fail(ThreadState thread, Call call, Throwable thrown) {
    writer.end(thread, call, null, thrown);
    pop(thread, call);
  }

  private static void pop(ThreadState thread, Call call) {
    for (Call open = thread.top; open != null; open = open.outer) {
      if (open == call) {
        thread.top = call.outer;
        return;
      }
    }
  }

  /** Makes a recorded upcall on this thread, by calling the woven method. */
  @Override
  public void deliver(RecordedCall upcall) {
    ThreadState thread = thread();
    if (!Hooks.on || !tape.take(upcall)) {
      return;
    }
    Object receiver = handles.object(upcall.receiver);
    Method method = null;
    Object[] args = null;
    boolean before = thread.inside;
    thread.inside = true;
    try {
      Point point = plan.find(upcall.method);
      if (point == null || point.mode != Point.Mode.REPLAY || receiver == null) {
        throw new BadTape(receiver == null ? "its receiver is not there"
            : "its method is not intercepted here");
      }
      args = replayer.upcallArguments(upcall, point, null);
      method = Upcalls.find(receiver.getClass(), point, loader);
      thread.delivering = upcall;
    } catch (BadTape e) {
      report.difference(thread, Tags.KIND_EVENT_MISSING, upcall.id, upcall.method,
          "The recorded upcall " + Words.call(upcall) + " cannot be delivered: "
              + e.getMessage() + ".",
          Words.call(upcall), "");
      return;
    } finally {
      thread.inside = before;
    }
    try {
      method.invoke(receiver, args);
    } catch (InvocationTargetException e) {
      Throwables.<RuntimeException>sneak(e.getCause()); // as the system would get it
    } catch (IllegalAccessException e) {
      throw new RuntimeFault("the upcall " + upcall.method + " cannot be made: " + e);
    } finally {
      thread.delivering = null;
    }
  }

  void switchOff(Throwable why) {
    ThreadState thread = thread();
    if (!ring.isClosed()) {
      report.error(thread, Tags.KIND_SWITCHED_OFF, "", "The runtime switched itself off: " + why
          + ". The app goes on without it.");
    }
    player.stop();
    ring.close();
  }

  /** Says what is missing and ends the tape; later calls do nothing. */
  synchronized void finish() {
    if (finished || ring.isClosed()) {
      return;
    }
    finished = true;
    ThreadState thread = thread();
    player.stop();
    List<RecordedCall> unused =
        tape == null ? java.util.Collections.<RecordedCall>emptyList() : tape.unused();
    for (RecordedCall call : unused) {
      report.difference(thread, Tags.KIND_EVENT_MISSING, call.id, call.method,
          "The recorded " + (call.isUpcall() ? "upcall " : "call ") + Words.call(call)
              + " on thread \"" + call.thread + "\" did not come.",
          Words.call(call), "");
      call.forget();
    }
    report.info(thread, Tags.KIND_SESSION_ENDED, "", tape == null ? "Recording ended."
        : "Replay ended with " + report.total() + " differences.");
    ring.close();
  }

}
