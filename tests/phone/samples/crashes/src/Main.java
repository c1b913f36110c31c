package io.reprise.crashes;

import android.app.Activity;
import android.os.Bundle;
import android.view.Gravity;
import android.widget.Button;
import android.widget.LinearLayout;

/** Buttons 100 pixels high, one below the other. */
public class Main extends Activity {
  private boolean armed;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout column = new LinearLayout(this);
    column.setOrientation(LinearLayout.VERTICAL);
    column.setGravity(Gravity.TOP);
    add(column, "Nothing", () -> {});
    add(column, "Arm", () -> armed = true);
    add(column, "Crash", this::crash);
    add(column, "Luck", this::luck);
    setContentView(column);
  }

  private void add(LinearLayout column, String text, Runnable action) {
    Button button = new Button(this);
    button.setText(text);
    button.setOnClickListener(view -> action.run());
    column.addView(button, new LinearLayout.LayoutParams(300, 100));
  }

  private void crash() {
    if (armed) later();
    throw new IllegalArgumentException("at once");
  }

  private void later() {
    throw new IllegalStateException("armed");
  }

  private void luck() {
    if (Math.random() < 0.5) throw new UnsupportedOperationException("bad luck");
  }
}
