package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.os.Bundle;
import android.widget.ArrayAdapter;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;

/** Intent.ACTION_CHOOSER: who shall answer. */
public class ChooserActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Intent target = getIntent().getParcelableExtra(Intent.EXTRA_INTENT);
    if (target == null) {
      finish();
      return;
    }
    List<String> labels = new ArrayList<>();
    List<ComponentName> components = new ArrayList<>();
    for (ResolveInfo r : getPackageManager().queryIntentActivities(target, PackageManager.MATCH_DEFAULT_ONLY)) {
      labels.add(String.valueOf(r.activityInfo.loadLabel(getPackageManager())));
      components.add(new ComponentName(r.activityInfo.packageName, r.activityInfo.name));
    }
    ActivityInfo standIn = Screens.standIn(target);
    if (standIn != null) {
      labels.add(StandInActivity.title(target));
      components.add(standIn.getComponentName());
    }
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    TextView title = new TextView(this);
    CharSequence asked = getIntent().getCharSequenceExtra(Intent.EXTRA_TITLE);
    title.setText(labels.isEmpty() ? "No apps can perform this action." : asked == null ? "Choose an app" : asked);
    title.setTextSize(20);
    int pad = Math.round(20 * getResources().getDisplayMetrics().density);
    title.setPadding(pad, pad, pad, pad);
    all.addView(title);
    ListView list = new ListView(this);
    list.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, labels));
    list.setOnItemClickListener((parent, view, at, id) -> {
      startActivity(new Intent(target).setComponent(components.get(at))
          .addFlags(Intent.FLAG_ACTIVITY_FORWARD_RESULT));
      finish();
    });
    all.addView(list);
    setContentView(all);
  }
}
