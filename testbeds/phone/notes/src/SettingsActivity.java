package io.reprise.notes;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.EditText;
import android.widget.SeekBar;
import android.widget.Spinner;
import android.widget.Switch;

/** Each setting is kept as soon as it is changed; the signature when it is left. */
public final class SettingsActivity extends Activity {
  private Settings settings;
  private EditText signature;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.settings);
    Tabs.attach(this);
    settings = new Settings(this);
    Switch ask = findViewById(R.id.ask);
    ask.setChecked(settings.asksBeforeDelete());
    ask.setOnCheckedChangeListener((view, on) -> settings.setAsksBeforeDelete(on));
    Switch bodies = findViewById(R.id.bodies);
    bodies.setChecked(settings.showsBodies());
    bodies.setOnCheckedChangeListener((view, on) -> settings.setShowsBodies(on));
    signature = findViewById(R.id.signature);
    signature.setText(settings.signature());
    findViewById(R.id.open_about).setOnClickListener(
        view -> startActivity(new Intent(this, AboutActivity.class)));
    order();
    size();
  }

  private void order() {
    Spinner order = findViewById(R.id.order);
    ArrayAdapter<CharSequence> orders = ArrayAdapter.createFromResource(
        this, R.array.orders, android.R.layout.simple_spinner_item);
    orders.setDropDownViewResource(android.R.layout.simple_spinner_dropdown_item);
    order.setAdapter(orders);
    order.setSelection(settings.order());
    order.setOnItemSelectedListener(new AdapterView.OnItemSelectedListener() {
      @Override
      public void onItemSelected(AdapterView<?> parent, View row, int position, long id) {
        settings.setOrder(position);
      }

      @Override
      public void onNothingSelected(AdapterView<?> parent) {}
    });
  }

  private void size() {
    SeekBar size = findViewById(R.id.size);
    size.setProgress(settings.size());
    size.setOnSeekBarChangeListener(new SeekBar.OnSeekBarChangeListener() {
      @Override
      public void onProgressChanged(SeekBar bar, int value, boolean byUser) {
        settings.setSize(value);
      }

      @Override
      public void onStartTrackingTouch(SeekBar bar) {}

      @Override
      public void onStopTrackingTouch(SeekBar bar) {}
    });
  }

  @Override
  protected void onPause() {
    super.onPause();
    settings.setSignature(signature.getText().toString());
  }
}
