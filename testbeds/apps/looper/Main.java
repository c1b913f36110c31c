package reprise.apps.looper;

import android.os.AsyncTask;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import android.os.Message;
import android.os.SystemClock;
import reprise.apps.Transcript;

/** Messages between the main thread, two handler threads and an AsyncTask. */
public final class Main {
  private static final int ROUNDS = 6;

  private static Handler main;
  private static HandlerThread ping;
  private static HandlerThread pong;
  private static Handler toPing;
  private static Handler toPong;

  private Main() {}

  public static void main(String[] arguments) {
    main = new Handler(Looper.getMainLooper());
    Transcript.line("main looper is current: " + (Looper.myLooper() == Looper.getMainLooper()));
    // Nothing is posted yet, so the queue is idle at once.
    Looper.myQueue()
        .addIdleHandler(
            () -> {
              Transcript.line("idle");
              postInDisorder();
              return false;
            });
  }

  private static void postInDisorder() {
    // Posted in one order, due in another.
    long now = SystemClock.uptimeMillis();
    main.postAtTime(Main::wait20, now + 40);
    main.postAtTime(() -> Transcript.line("due in 20 ms"), now + 20);
    main.postAtTime(() -> Transcript.line("first"), now);
    main.postAtFrontOfQueue(() -> Transcript.line("at the front"));
    main.postAtTime(() -> Transcript.line("second"), now);
    Runnable removed = () -> Transcript.line("never seen");
    main.post(removed);
    main.removeCallbacks(removed);
  }

  private static void wait20() {
    Transcript.line("due in 40 ms");
    long posted = SystemClock.uptimeMillis();
    main.postDelayed(
        () -> {
          Transcript.line("not too early: " + (SystemClock.uptimeMillis() >= posted + 20));
          playPingPong();
        },
        20);
  }

  private static void playPingPong() {
    ping = new HandlerThread("ping");
    pong = new HandlerThread("pong");
    ping.start();
    pong.start();
    toPing =
        new Handler(ping.getLooper()) {
          @Override
          public void handleMessage(Message message) {
            Transcript.line("got " + message.what + " " + message.obj);
            if (message.what == ROUNDS) {
              main.post(Main::runTask);
            } else {
              toPong.obtainMessage(message.what + 1, "from ping").sendToTarget();
            }
          }
        };
    toPong =
        new Handler(
            pong.getLooper(),
            message -> {
              Transcript.line("got " + message.what + " " + message.obj);
              toPing.obtainMessage(message.what + 1, "from pong").sendToTarget();
              return true;
            });
    toPing.obtainMessage(0, "from main").sendToTarget();
  }

  private static void runTask() {
    ping.quitSafely();
    pong.quit();
    try {
      ping.join();
      pong.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Transcript.line("sent to the dead: " + toPing.sendEmptyMessage(0));
    new AsyncTask<Integer, Integer, String>() {
      private int progress;

      @Override
      protected void onPreExecute() {
        Transcript.line("before the task");
      }

      @Override
      protected String doInBackground(Integer... counts) {
        for (int i = 1; i <= counts[0]; i++) publishProgress(i);
        return "done in " + Thread.currentThread().getName();
      }

      @Override
      protected void onProgressUpdate(Integer... values) {
        progress += values[0];
      }

      @Override
      protected void onPostExecute(String result) {
        Transcript.line(result + ", progress " + progress);
        Transcript.end();
      }
    }.execute(4);
  }
}
