package io.reprise.phone.guest.system;

import android.app.Activity;
import android.app.AlertDialog;
import android.os.Bundle;
import android.view.Menu;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.ProgressBar;
import android.widget.TextView;
import android.widget.Toast;

/** The screen of {@link io.reprise.phone.guest.Rehearsal}: of everything that most apps have, a little. */
public class RehearsalActivity extends Activity {
  private static final int ROWS = 40;
  private static RehearsalActivity shown;

  @Override
  protected void onCreate(Bundle state) {
    setTheme(android.R.style.Theme_Material_Light_DarkActionBar);
    super.onCreate(state);
    setTitle("Rehearsal");
    shown = this;
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    TextView text = new TextView(this);
    text.setText("The quick brown fox jumps over the lazy dog, 0123456789 times.");
    all.addView(text);
    EditText field = new EditText(this);
    field.setHint("Text");
    all.addView(field);
    Button button = new Button(this);
    button.setText("Button");
    button.setOnClickListener(v -> Toast.makeText(this, "Toast", Toast.LENGTH_SHORT).show());
    all.addView(button);
    CheckBox box = new CheckBox(this);
    box.setText("Box");
    all.addView(box);
    all.addView(new ProgressBar(this, null, android.R.attr.progressBarStyleHorizontal));
    ImageView image = new ImageView(this);
    image.setImageResource(android.R.drawable.sym_def_app_icon);
    all.addView(image);
    ListView list = new ListView(this);
    String[] rows = new String[ROWS];
    for (int i = 0; i < ROWS; i++) rows[i] = "Row " + i;
    list.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, rows));
    all.addView(list, new LinearLayout.LayoutParams(LinearLayout.LayoutParams.MATCH_PARENT, 0, 1));
    setContentView(all);
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    menu.add("Entry");
    return true;
  }

  @Override
  protected void onDestroy() {
    super.onDestroy();
    shown = null;
  }

  /** Main thread: a dialog over it. */
  public static void ask() {
    new AlertDialog.Builder(shown).setTitle("Title").setMessage("Message")
        .setPositiveButton(android.R.string.ok, null).setNegativeButton(android.R.string.cancel, null).show();
  }
}
