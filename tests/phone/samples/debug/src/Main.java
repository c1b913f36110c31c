package io.reprise.debug;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.os.Debug;
import android.os.SystemClock;
import android.util.Log;
import android.widget.Button;
import android.widget.LinearLayout;

public class Main extends Activity {
  private int calls;
  private final Object lock = new Object();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    Button one = new Button(this);
    one.setText("one");
    one.setOnClickListener(view -> first());
    Button two = new Button(this);
    two.setText("two");
    two.setOnClickListener(view -> second());
    Button crash = new Button(this);
    crash.setText("crash");
    crash.setOnClickListener(view -> last());
    all.addView(one);
    all.addView(two);
    all.addView(crash);
    setContentView(all);
    act(getIntent());
  }

  @Override
  protected void onNewIntent(Intent intent) {
    act(intent);
  }

  private void act(Intent intent) {
    String what = intent.getStringExtra("do");
    if (what == null) return;
    switch (what) {
      case "sum":
        Log.i("dbg", "sum " + sum(intent.getIntExtra("a", 0), intent.getIntExtra("b", 0)));
        break;
      case "say-sum":
        Log.i("dbg", "before");
        sum(1, 2);
        break;
      case "loop":
        Log.i("dbg", "loop " + loop(intent.getIntExtra("a", 0)));
        break;
      case "debugger":
        Log.i("dbg", "debugger " + Debug.isDebuggerConnected());
        break;
      case "later":
        new Thread(() -> {
          SystemClock.sleep(500);
          Log.i("dbg", "later");
        }).start();
        break;
      case "lock":
        lock();
        break;
      default:
        Strict.act(this, what);
    }
  }

  /** For a debugger: parameters, locals of each kind, a field. */
  int sum(int a, int b) {
    calls++;
    String text = "a" + a;
    int total = a + b;
    long twice = 2L * total;
    Log.d("dbg", text + " " + twice);
    return total;
  }

  int loop(int count) {
    int all = 0;
    for (int i = 1; i <= count; i++) {
      int square = i * i;
      all += square;
      Log.d("dbg", "step " + i);
    }
    return all;
  }

  private void lock() {
    new Thread(this::hold, "holder").start();
    new Thread(this::want, "wanter").start();
  }

  private void hold() {
    synchronized (lock) {
      try {
        Thread.sleep(600_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void want() {
    synchronized (lock) {
      Log.i("dbg", "it came");
    }
  }

  private void first() {
    Log.i("dbg", "first");
  }

  private void second() {
    Log.i("dbg", "second");
  }

  private void last() {
    throw new IllegalStateException("asked for");
  }
}
