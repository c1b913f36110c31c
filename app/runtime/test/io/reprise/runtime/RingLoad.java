// Fills a ring as fast as it is told, so that a test of the host's drain knows
// what must come out: RingLoad RING CAPACITY THREADS MESSAGES SIZE MB_PER_S.
// MB_PER_S 0 is as fast as possible; MESSAGES are for each thread. Ids are the
// number of the thread in the upper bits, and counted from 1.
package io.reprise.runtime;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

public final class RingLoad {
  private RingLoad() {}

  public static void main(String[] words) throws Exception {
    RingWriter ring =
        new RingWriter(new File(words[0]), Integer.parseInt(words[1]), Output.TOPICS);
    int threads = Integer.parseInt(words[2]);
    int messages = Integer.parseInt(words[3]);
    int size = Integer.parseInt(words[4]);
    double rate = Double.parseDouble(words[5]) * 1e6 / threads;
    System.out.println("ready");
    System.out.flush();
    System.in.read(); // the drain is there
    List<Thread> all = new ArrayList<>();
    long began = System.nanoTime();
    for (int t = 0; t < threads; t++) {
      final int lane = t + 1;
      Thread thread = new Thread(() -> {
        RingWriter.Lane mine = ring.newLane();
        ProtoWriter out = new ProtoWriter(RingFormat.ENTRY_BYTES);
        byte[] frame = new byte[size];
        for (int i = 1; i <= messages; i++) {
          out.clear();
          out.number(Tags.ID, ((long) lane << 40) + i);
          out.putBytes(Tags.CALL_METHOD, frame, 0, size);
          long now = System.nanoTime();
          ring.write(mine, Output.CALLS, now, now, out.bytes(),
              out.size() - RingFormat.ENTRY_BYTES);
          if (rate > 0) {
            Pause.until(began + (long) (i * (double) size / rate * 1e9));
          }
        }
      });
      all.add(thread);
      thread.start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    ring.close();
    System.out.printf("%.3f%n", seconds);
  }
}
