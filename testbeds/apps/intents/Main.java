package reprise.apps.intents;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.os.Bundle;
import reprise.apps.Transcript;

/** Asks other activities for results. */
public final class Main extends Activity {
  private static final int PICK = 1;
  private static final int SCAN = 2;

  @Override
  protected void onCreate(Bundle state) {
    try {
      startActivityForResult(new Intent(Intent.ACTION_PICK).putExtra("kind", "contact"), PICK);
      Transcript.line("asked for a contact");
    } catch (ActivityNotFoundException e) {
      Transcript.line("pick", e);
      Transcript.end();
    }
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    if (request == PICK) {
      Transcript.line(
          "picked, result " + result + ": " + data.getStringExtra("name")
              + ", age " + data.getIntExtra("age", 0));
      startActivityForResult(new Intent("com.example.SCAN"), SCAN);
      return;
    }
    Transcript.line("scanned, result " + result + ": " + data.getStringExtra("code"));
    try {
      startActivityForResult(new Intent("com.example.NOTHING"), 3);
    } catch (ActivityNotFoundException e) {
      Transcript.line("nothing", e);
    }
    Transcript.end();
  }
}
