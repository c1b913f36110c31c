// Programs with hand-woven calls, recorded against a service and replayed
// without it.
package io.reprise.runtime;

import static io.reprise.runtime.RunTests.check;
import static io.reprise.runtime.RunTests.equal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public final class ReplayTest {
  private static final String S = "Lio/reprise/runtime/ReplayTest$Station;->";
  private static final String PLAN = String.join("\n",
      "reprise-plan 1",
      "point 0 downcall sensor value - " + S + "temperature(Ljava/lang/String;)D -",
      "point 1 downcall net value - " + S + "read([B)I o",
      "point 2 downcall net value - " + S + "fetch(Ljava/lang/String;)"
          + "Lio/reprise/runtime/ReplayTest$Reading; -",
      "point 3 downcall sensor value - " + S
          + "register(Lio/reprise/runtime/ReplayTest$Listener;)V -",
      "point 4 upcall sensor value - Lio/reprise/runtime/ReplayTest$Listener;->"
          + "onReading(Lio/reprise/runtime/ReplayTest$Reading;[B)V vx",
      "point 5 downcall sensor value timed " + S + "slow()I -",
      "point 6 downcall random seed - Ljava/util/Random;-><init>()V -",
      "point 7 downcall schedule pool - Ljava/lang/Pool;-><init>(II)V xx",
      "point 8 downcall sensor value live " + S + "always()I -",
      "point 9 downcall sensor value - " + S + "open()"
          + "Lio/reprise/runtime/ReplayTest$Line; -",
      "point 10 downcall sensor value - Lio/reprise/runtime/ReplayTest$Line;->next()I -",
      "point 11 downcall sensor value - " + S + "register(Ljava/util/concurrent/Executor;"
          + "Lio/reprise/runtime/ReplayTest$Listener;)V --",
      "point 13 downcall net stream - " + S + "stream()Ljava/io/InputStream; -",
      "point 12 downcall sensor magic - " + S + "unknown()V -",
      "hook call 0 Lx;->y()V 0");

  static class Reading {
    double value;
    String unit;
    Reading previous;

    Reading(double value, String unit) {
      this.value = value;
      this.unit = unit;
    }
  }

  interface Listener {
    void onReading(Reading reading, byte[] raw);
  }

  /** A live thing that is never copied. */
  static final class Line implements Runnable {
    private int count;
    private final Station station;

    Line(Station station) {
      this.station = station;
    }

    int next() {
      station.need();
      return 100 + count++;
    }

    @Override
    public void run() {}
  }

  /** The system. */
  static final class Station {
    volatile boolean absent;
    int asked;
    private final Random weather = new Random();

    void need() {
      if (absent) {
        throw new AssertionError("the service was asked, and it is absent");
      }
      asked++;
    }

    double temperature(String city) {
      need();
      return weather.nextDouble();
    }

    int read(byte[] into) {
      need();
      weather.nextBytes(into);
      return into.length - 1;
    }

    Reading fetch(String name) throws IOException {
      need();
      if (name.equals("gone")) {
        throw new FileNotFoundException(name + " is not there");
      }
      Reading reading = new Reading(weather.nextDouble(), name);
      reading.previous = reading;
      return reading;
    }

    void register(final Listener listener) {
      need();
      final Thread thread = new Thread("station-7") {
        @Override
        public void run() {
          for (int i = 0; i < 3; i++) {
            listener.onReading(new Reading(i, "C"), new byte[weather.nextInt(50)]);
          }
        }
      };
      thread.start();
    }

    void registerOn(Executor executor, final Listener listener) {
      need();
      executor.execute(new Runnable() {
        @Override
        public void run() {
          listener.onReading(new Reading(9, "K"), new byte[1]);
        }
      });
    }

    void registerNow(Listener listener) {
      need();
      listener.onReading(new Reading(5, "F"), new byte[0]);
    }

    int slow() {
      need();
      Pause.until(System.nanoTime() + 30_000_000);
      return 3;
    }

    java.io.InputStream stream() {
      need();
      byte[] bytes = new byte[5000];
      weather.nextBytes(bytes);
      return new java.io.ByteArrayInputStream(bytes);
    }

    Line open() {
      need();
      return new Line(this);
    }
  }

  private final Station station = new Station();
  private final List<String> output = Collections.synchronizedList(new ArrayList<String>());

  private double temperature(String city) {
    return (Double) Woven.around(0, station, a -> station.temperature((String) a[0]), city);
  }

  private int read(byte[] into) {
    return (Integer) Woven.around(1, station, a -> station.read((byte[]) a[0]), into);
  }

  private Reading fetch(String name) throws IOException {
    return (Reading) Woven.around(2, station, a -> station.fetch((String) a[0]), name);
  }

  private final class Printer implements Listener {
    final CountDownLatch left;

    Printer(int count) {
      left = new CountDownLatch(count);
    }

    @Override
    public void onReading(Reading reading, byte[] raw) {
      Woven.around(4, this, a -> {
        Reading given = (Reading) a[0];
        output.add(Thread.currentThread().getName() + ": " + given.value + given.unit
            + Arrays.toString((byte[]) a[1]));
        left.countDown();
        return null;
      }, reading, raw);
    }

    void await() throws InterruptedException {
      check(left.await(10, TimeUnit.SECONDS), "upcalls did not come: " + output);
    }
  }

  /** Records, replays without the station, and wants the same output. */
  private void same(Runs.Program program) throws Exception {
    try (Runs runs = new Runs()) {
      runs.record(PLAN, program);
      List<String> recorded = new ArrayList<>(output);
      check(!recorded.isEmpty(), "the program printed nothing");
      output.clear();
      station.absent = true;
      int differences = runs.replay(PLAN, program);
      equal(recorded, new ArrayList<>(output));
      equal(Arrays.asList("30 The stub \"magic\" of " + S
          + "unknown()V is not known: calls are recorded and never answered."), runs.reports());
      equal(0, differences);
    }
  }

  public void downcallsAreAnsweredFromTheTape() throws Exception {
    same(() -> {
      for (int i = 0; i < 5; i++) {
        output.add(temperature("Basel") + " " + temperature("Bern"));
      }
    });
  }

  public void filledBuffersAreFilledAgain() throws Exception {
    same(() -> {
      byte[] buffer = new byte[8];
      int n = read(buffer);
      output.add(n + Arrays.toString(buffer));
    });
  }

  public void objectsAreMadeAgainAndExceptionsThrownAgain() throws Exception {
    same(() -> {
      Reading reading = fetch("wind");
      output.add(reading.value + reading.unit + (reading.previous == reading));
      try {
        fetch("gone");
        output.add("nothing thrown");
      } catch (FileNotFoundException e) {
        output.add("caught " + e.getMessage() + " " + e.getStackTrace()[0].getMethodName());
      }
    });
  }

  public void upcallsComeOnTheRecordedThread() throws Exception {
    same(() -> {
      Printer printer = new Printer(3);
      Woven.around(3, station, a -> {
        station.register((Listener) a[0]);
        return null;
      }, printer);
      printer.await();
    });
    check(output.get(0).startsWith("station-7: 0.0C"), output.get(0));
  }

  public void upcallsComeOnTheExecutorThatTheAppGave() throws Exception {
    same(() -> {
      ExecutorService executor = Executors.newSingleThreadExecutor(r -> new Thread(r, "mine"));
      Thread[] ran = new Thread[1];
      executor.submit(() -> ran[0] = Thread.currentThread()).get();
      Printer printer = new Printer(1) ;
      Woven.around(11, station, a -> {
        station.registerOn((Executor) a[0], (Listener) a[1]);
        return null;
      }, executor, printer);
      printer.await();
      executor.shutdown();
      check(output.get(0).startsWith("mine: 9.0K"), output.get(0));
    });
  }

  public void upcallsWithinADowncallComeWithinIt() throws Exception {
    same(() -> {
      Printer printer = new Printer(1);
      Woven.around(3, station, a -> {
        station.registerNow((Listener) a[0]);
        return null;
      }, printer);
      output.add("after " + printer.left.getCount());
    });
    equal("after 0", output.get(1));
  }

  public void liveObjectsAreToldApart() throws Exception {
    same(() -> {
      Line a = (Line) Woven.around(9, station, x -> station.open());
      Line b = (Line) Woven.around(9, station, x -> station.open());
      for (Line line : new Line[] {b, a, b, b, a}) {
        output.add((line == a ? "a" : "b") + Woven.around(10, line, x -> line.next()));
      }
    });
    equal("[b100, a100, b101, b102, a101]", output.toString());
  }

  public void streamsHaveTheirBytesFromTheTape() throws Exception {
    same(() -> {
      java.io.InputStream in =
          new java.io.BufferedInputStream(
              (java.io.InputStream) Woven.around(13, station, x -> station.stream()));
      int sum = 0;
      int count = 0;
      for (int b = in.read(); b >= 0; b = in.read()) {
        sum = 31 * sum + b;
        count++;
      }
      in.close();
      output.add(count + " " + sum);
    });
  }

  public void everyThreadGetsItsOwnAnswers() throws Exception {
    same(() -> {
      List<String> lines = Collections.synchronizedList(new ArrayList<String>());
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Thread thread = new Thread(() -> {
          StringBuilder mine = new StringBuilder(Thread.currentThread().getName());
          for (int i = 0; i < 200; i++) {
            mine.append(' ').append(temperature("x"));
          }
          lines.add(mine.toString());
        }, "worker-" + t);
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      Collections.sort(lines);
      output.addAll(lines);
    });
  }

  public void generatorsGetTheirSeedAgain() throws Exception {
    same(() -> {
      Random random = (Random) Woven.made(6, a -> new Random());
      output.add(random.nextLong() + " " + random.nextGaussian());
    });
  }

  public void poolsAreCapped() throws Exception {
    try (Runs runs = new Runs()) {
      Object[] sizes = {4, 8};
      runs.record(PLAN, () -> Hooks.leave(Hooks.enter(7, null, sizes), "pool"));
      equal(new Object[] {1, 1}, sizes);
      check(runs.reports().toString().contains("Pool.<init>(4, 8) was capped to one thread."),
          runs.reports().toString());
    }
  }

  public void timedCallsTakeAsLongAsTheyTook() throws Exception {
    same(() -> {
      long began = System.nanoTime();
      output.add("" + Woven.around(5, station, a -> station.slow()));
      check(System.nanoTime() - began >= 30_000_000, "answered too early");
    });
  }

  public void callsMarkedLiveAreMade() throws Exception {
    try (Runs runs = new Runs()) {
      int[] made = {0};
      Runs.Program program = () -> Woven.around(8, station, a -> ++made[0]);
      runs.record(PLAN, program);
      runs.replay(PLAN, program);
      equal(2, made[0]);
      equal(1, runs.calls().size());
    }
  }

  public void aStreamCanBeLeftLive() throws Exception {
    try (Runs runs = new Runs()) {
      runs.record(PLAN, () -> temperature("Basel"));
      int before = station.asked;
      runs.replay(PLAN, () -> temperature("Basel"), "stream sensor live");
      equal(before + 1, station.asked);
      runs.replay(PLAN, () -> temperature("Basel"), "stream sensor off");
      equal(0, runs.calls().size());
    }
  }

  public void aMissingCallIsReported() throws Exception {
    try (Runs runs = new Runs()) {
      runs.record(PLAN, () -> {
        temperature("Basel");
        temperature("Bern");
      });
      station.absent = true;
      equal(1, runs.replay(PLAN, () -> temperature("Bern")));
      equal("8 The recorded call ReplayTest$Station.temperature(\"Basel\") on thread \"main\" did"
          + " not come.", runs.reports().get(1));
    }
  }

  public void aChangedCallIsReportedAndAnswered() throws Exception {
    try (Runs runs = new Runs()) {
      double[] told = new double[2];
      runs.record(PLAN, () -> told[0] = temperature("Basel"));
      station.absent = true;
      equal(1, runs.replay(PLAN, () -> told[1] = temperature("Genf")));
      equal(told[0], told[1]);
      equal("10 ReplayTest$Station.temperature(\"Genf\") differs from the recorded "
          + "ReplayTest$Station.temperature(\"Basel\"), whose answer it gets.",
          runs.reports().get(1));
    }
  }

  public void anUnrecordedCallIsReportedAndMade() throws Exception {
    try (Runs runs = new Runs()) {
      runs.record(PLAN, () -> temperature("Basel"));
      int before = station.asked;
      runs.replay(PLAN, () -> {
        temperature("Basel");
        temperature("Basel");
      });
      equal(before + 1, station.asked);
      equal("9 ReplayTest$Station.temperature(\"Basel\") has no counterpart left in the recording"
          + " and is made for real.", runs.reports().get(1));
    }
  }

  public void anUpcallThatCannotBeDeliveredIsReported() throws Exception {
    try (Runs runs = new Runs()) {
      Printer printer = new Printer(3);
      runs.record(PLAN, () -> {
        Woven.around(3, station, a -> {
          station.register((Listener) a[0]);
          return null;
        }, printer);
        printer.await();
      });
      station.absent = true;
      equal(4, runs.replay(PLAN, () -> { }));
      check(runs.reports().get(2).startsWith("8 The recorded upcall ReplayTest$Listener.onReading("),
          runs.reports().toString());
    }
  }

  public void aReplayIsATapeItselfThatNamesItsOrigins() throws Exception {
    try (Runs runs = new Runs()) {
      runs.record(PLAN, () -> temperature("Basel"));
      List<RecordedCall> recorded = runs.calls();
      station.absent = true;
      runs.replay(PLAN, () -> temperature("Basel"));
      RingReader in = new RingReader(new java.io.File(runs.folder, "main.ring"));
      long origin = 0;
      long mode = 0;
      while (in.next()) {
        if (in.topic().equals("/call")) {
          byte[] bytes = in.message(in.place(), in.size());
          for (ProtoReader f = new ProtoReader(bytes, 0, bytes.length); f.next(); ) {
            origin = f.field() == Tags.ORIGIN ? f.number() : origin;
            mode = f.field() == Tags.CALL_MODE ? f.number() : mode;
          }
        }
      }
      equal(recorded.get(0).id, origin);
      equal((long) Tags.MODE_REPLAYED, mode);
    }
  }

  public void theRuntimeIsNotInterceptedByItself() throws Exception {
    try (Runs runs = new Runs()) {
      runs.record(PLAN, () -> {
        ThreadState thread = Hooks.session().thread();
        thread.inside = true;
        equal(null, Hooks.enter(0, station, new Object[] {"x"}));
        thread.inside = false;
      });
      equal(0, runs.calls().size());
    }
  }

  public void whatADowncallCallsIsPartOfIt() throws Exception {
    try (Runs runs = new Runs()) {
      runs.record(PLAN, () -> Woven.around(5, station, a -> (int) temperature("inner")));
      equal(1, runs.calls().size());
    }
  }

  public void aDamagedTapeSwitchesTheRuntimeOffAndTheAppGoesOn() throws Exception {
    try (Runs runs = new Runs()) {
      runs.record(PLAN, () -> temperature("Basel"));
      java.io.File file = new java.io.File(runs.folder, "replay.ring");
      byte[] bytes = java.nio.file.Files.readAllBytes(file.toPath());
      bytes[RingFormat.DATA + RingFormat.ENTRY_BYTES + 20] ^= 1;
      java.nio.file.Files.write(file.toPath(), bytes);
      try {
        runs.replay(PLAN, () -> temperature("Basel"));
        throw new AssertionError("began with a damaged tape");
      } catch (BadTape expected) {
        check(expected.getMessage().contains("damaged"), expected.getMessage());
      }
      check(!Hooks.on, "on");
    }
  }
}
