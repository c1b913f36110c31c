package io.reprise.phone.guest.system;

import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentSender;
import android.content.pm.LabeledIntent;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.os.Parcelable;
import java.util.ArrayList;
import java.util.List;

/** Intent.ACTION_CHOOSER: who shall answer, with what the app adds and leaves out. */
public class ChooserActivity extends ResolverActivity {
  @Override
  protected void begin() {
    Intent target = getIntent().getParcelableExtra(Intent.EXTRA_INTENT);
    if (target == null) {
      finish();
      return;
    }
    List<Target> targets = new ArrayList<>();
    for (Parcelable p : array(Intent.EXTRA_INITIAL_INTENTS)) if (p instanceof Intent i) initial(targets, i);
    List<ComponentName> except = new ArrayList<>();
    for (Parcelable p : array(Intent.EXTRA_EXCLUDE_COMPONENTS)) if (p instanceof ComponentName c) except.add(c);
    add(targets, new Intent(target), except);
    for (Parcelable p : array(Intent.EXTRA_ALTERNATE_INTENTS)) if (p instanceof Intent i) add(targets, i, except);
    boolean sends = String.valueOf(target.getAction()).startsWith(Intent.ACTION_SEND);
    if (targets.size() == 1 && getIntent().getBooleanExtra(Intent.EXTRA_AUTO_LAUNCH_SINGLE_CHOICE, true)) {
      choose(targets.get(0));
      return;
    }
    CharSequence title = getIntent().getCharSequenceExtra(Intent.EXTRA_TITLE);
    show(title != null ? title : sends ? "Share" : "Choose an app", targets);
  }

  private Parcelable[] array(String key) {
    Parcelable[] all = getIntent().getParcelableArrayExtra(key);
    return all == null ? new Parcelable[0] : all;
  }

  private void initial(List<Target> to, Intent i) {
    PackageManager p = getPackageManager();
    ComponentName name = i.resolveActivity(p);
    if (name == null) return;
    CharSequence label = i instanceof LabeledIntent l ? l.loadLabel(p) : null;
    try {
      if (label == null) label = p.getActivityInfo(name, 0).loadLabel(p);
    } catch (PackageManager.NameNotFoundException e) {
      label = name.getShortClassName();
    }
    to.add(new Target(label, new Letter(label), new Intent(i).setComponent(name)));
  }

  @Override
  protected void choose(Target t) {
    ComponentName chosen = t.intent().getComponent();
    Bundle extras = getIntent().getBundleExtra(Intent.EXTRA_REPLACEMENT_EXTRAS);
    Bundle own = extras == null ? null : extras.getBundle(chosen.getPackageName());
    if (own != null) t.intent().putExtras(own);
    IntentSender sender = getIntent().getParcelableExtra(Intent.EXTRA_CHOSEN_COMPONENT_INTENT_SENDER);
    if (sender != null) {
      try {
        sender.sendIntent(this, RESULT_OK, new Intent().putExtra(Intent.EXTRA_CHOSEN_COMPONENT, chosen), null, null);
      } catch (IntentSender.SendIntentException e) {
        android.util.Log.e("Chooser", "Unable to launch supplied IntentSender to report the chosen component: " + e);
      }
    }
    super.choose(t);
  }
}
