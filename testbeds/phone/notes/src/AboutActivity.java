package io.reprise.notes;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.widget.TextView;

/** Which version it is, and its licence. */
public final class AboutActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.about);
    TextView version = findViewById(R.id.version);
    version.setText(getString(R.string.version, versionName()));
    findViewById(R.id.licence).setOnClickListener(view ->
        new AlertDialog.Builder(this).setTitle(R.string.licence).setMessage(R.string.licence_text)
            .setPositiveButton(R.string.ok, null).show());
  }

  private String versionName() {
    try {
      return getPackageManager().getPackageInfo(getPackageName(), 0).versionName;
    } catch (PackageManager.NameNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
