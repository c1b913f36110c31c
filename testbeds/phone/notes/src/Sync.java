package io.reprise.notes;

import android.os.Handler;
import android.os.Looper;
import android.util.Log;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Sends all notes to a server, which is made up: a thread that waits as long as one
 * would need. Some answers are slow.
 *
 * <p>Planted bug: what comes back replaces all notes, those too that were made or
 * changed since the sync began. Who has a new note open when it ends loses it, and
 * the editor crashes when it saves.
 */
final class Sync {
  private static final int REQUESTS = 3;
  private static final int QUICK_MS = 100;
  private static final int SLOW_MS = 2500;
  private static final int SLOW_ONE_IN = 6;

  private static final ExecutorService NETWORK = Executors.newSingleThreadExecutor();
  private static final Handler MAIN = new Handler(Looper.getMainLooper());
  private static boolean running; // main thread only

  private Sync() {}

  static boolean isRunning() {
    return running;
  }

  static void start(Store store, Runnable done) {
    if (running) return;
    running = true;
    List<Note> notes = store.copies();
    NETWORK.execute(() -> {
      exchange(notes);
      MAIN.post(() -> {
        store.replace(notes);
        running = false;
        Log.i("Notes", "synced " + notes.size() + " notes");
        done.run();
      });
    });
  }

  private static void exchange(List<Note> notes) {
    Random server = new Random();
    for (int i = 0; i < REQUESTS; i++) {
      boolean slow = server.nextInt(SLOW_ONE_IN) == 0;
      if (slow) Log.i("Notes", "the server is slow");
      try {
        Thread.sleep(slow ? SLOW_MS : QUICK_MS);
      } catch (InterruptedException e) {
        return;
      }
    }
    for (Note note : notes) note.revision++;
  }
}
