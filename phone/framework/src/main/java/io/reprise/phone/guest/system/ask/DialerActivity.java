package io.reprise.phone.guest.system.ask;

import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.view.Gravity;
import android.widget.Button;
import android.widget.GridLayout;
import android.widget.LinearLayout;
import android.widget.TextView;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.system.Page;

/** The dialer: shows the number it was given, and keys. Calls reach nobody. */
public class DialerActivity extends Page {
  private static final String KEYS = "123456789*0#";

  private TextView digits;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setTitle("Phone");
    digits = text(number(), 32, android.R.attr.textColorPrimary);
    digits.setId(android.R.id.edit);
    digits.setGravity(Gravity.CENTER);
    digits.setPadding(dp(16), dp(32), dp(16), dp(24));
    page.addView(digits, new LinearLayout.LayoutParams(-1, 0, 1));
    below();
  }

  final String number() {
    Uri data = getIntent().getData();
    return data == null ? "" : Uri.decode(data.getEncodedSchemeSpecificPart());
  }

  void below() {
    GridLayout keys = new GridLayout(this);
    keys.setColumnCount(3);
    int width = getResources().getDisplayMetrics().widthPixels / 3;
    for (char c : KEYS.toCharArray()) {
      Button b = new Button(this, null, android.R.attr.borderlessButtonStyle);
      b.setText(String.valueOf(c));
      b.setTextSize(24);
      b.setOnClickListener(v -> digits.append(b.getText()));
      keys.addView(b, width, dp(64));
    }
    bottom.addView(keys);
    LinearLayout row = buttons();
    row.setGravity(Gravity.CENTER);
    button(row, android.R.id.button1, "Call", v -> AsSystem.ask(() -> {
      startActivity(new Intent(this, Call.class).setData(Uri.fromParts("tel", digits.getText().toString(), null)));
      return null;
    }));
    button(row, android.R.id.button3, "Delete", v -> {
      CharSequence now = digits.getText();
      if (now.length() > 0) digits.setText(now.subSequence(0, now.length() - 1));
    });
  }

  /** A call that nobody takes. */
  public static class Call extends DialerActivity {
    @Override
    void below() {
      setTitle("Calling\u2026");
      note("This phone has no network for calls.");
      LinearLayout row = buttons();
      row.setGravity(Gravity.CENTER);
      button(row, android.R.id.button1, "End call", v -> finish());
    }
  }
}
