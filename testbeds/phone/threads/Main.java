package io.reprise.threads;

import android.animation.ValueAnimator;
import android.app.Activity;
import android.os.Bundle;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.SystemClock;
import android.util.Log;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Everything at once: two HandlerThreads that call each other, a pool, sleeps,
 * timers, an animation, a lock that all want. Each line of its log is one step;
 * the last ones are on the screen.
 */
public final class Main extends Activity {
  private static final String TAG = "threads";
  private static final int ROUNDS = 20;

  private final Object lock = new Object();
  private final List<String> last = new ArrayList<>();
  private int lines;
  private int inside;
  private TextView text;
  private Handler main;
  private Handler ping;
  private Handler pong;
  private ExecutorService pool;
  private ScheduledExecutorService scheduled;
  private Timer timer;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    main = new Handler();
    LinearLayout column = new LinearLayout(this);
    column.setOrientation(LinearLayout.VERTICAL);
    Button go = new Button(this);
    go.setText("go");
    go.setOnClickListener(this::go);
    text = new TextView(this);
    column.addView(go);
    column.addView(text);
    setContentView(column);
    ping = handler("ping");
    pong = handler("pong");
    pool = Executors.newFixedThreadPool(3);
    scheduled = Executors.newScheduledThreadPool(2);
    timer = new Timer("timer");
    go(go);
  }

  private static Handler handler(String name) {
    HandlerThread thread = new HandlerThread(name);
    thread.start();
    return new Handler(thread.getLooper());
  }

  /** One line; any thread. */
  private void say(String what) {
    String line = Thread.currentThread().getName() + ": " + what;
    Log.i(TAG, line);
    synchronized (last) {
      last.add(++lines + " " + line);
      if (last.size() > 12) last.remove(0);
    }
  }

  private void go(View button) {
    say("go at " + SystemClock.uptimeMillis() + " " + new Date().getTime());
    hit(0);
    for (int i = 0; i < 6; i++) {
      int number = i;
      pool.execute(() -> work(number));
    }
    for (int i = 1; i <= 3; i++) {
      int number = i;
      scheduled.scheduleAtFixedRate(() -> say("scheduled " + number), 5 * i, 40, TimeUnit.MILLISECONDS);
    }
    timer.schedule(new TimerTask() {
      private int count;

      @Override
      public void run() {
        say("timer " + ++count);
        if (count == 5) cancel();
      }
    }, 10, 30);
    new Thread(this::sleeps, "sleeper").start();
    ValueAnimator animator = ValueAnimator.ofInt(0, 5);
    animator.setDuration(300);
    animator.addUpdateListener(value -> show());
    animator.start();
    Set<Object> objects = new HashSet<>();
    for (int i = 0; i < 5; i++) objects.add(new Object());
    List<Integer> mixed = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
    Collections.shuffle(mixed);
    say(mixed + " " + UUID.randomUUID() + " " + Math.random() + " " + objects.size());
  }

  private void hit(int round) {
    if (round >= ROUNDS) return;
    (round % 2 == 0 ? ping : pong).post(() -> {
      enter("hit " + round);
      hit(round + 1);
      main.post(() -> say("saw " + round));
    });
  }

  private void work(int number) {
    enter("work " + number);
    sleep(number * 3L);
    enter("worked " + number);
    main.postDelayed(() -> say("result " + number), number);
  }

  /** All want the lock, and some sleep in it. */
  private void enter(String what) {
    synchronized (lock) {
      say(what + " inside " + ++inside);
      if (inside % 4 == 0) sleep(2);
      lock.notifyAll();
    }
  }

  private void sleeps() {
    for (int i = 0; i < 5; i++) {
      sleep(13);
      synchronized (lock) {
        try {
          lock.wait(7);
        } catch (InterruptedException e) {
          say("interrupted");
        }
        say("woke, inside " + inside);
      }
    }
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Log.i(TAG, "interrupted");
    }
  }

  private void show() {
    synchronized (last) {
      text.setText(String.join("\n", last));
    }
  }

  @Override
  protected void onDestroy() {
    super.onDestroy();
    pool.shutdownNow();
    scheduled.shutdownNow();
    timer.cancel();
    ping.getLooper().quit();
    pong.getLooper().quit();
  }
}
