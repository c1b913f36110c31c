package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.graphics.BitmapFactory;
import android.os.Bundle;
import android.view.Gravity;
import android.view.View;
import android.widget.GridLayout;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import io.reprise.phone.guest.App;
import reprise.Phone.PhoneComponent;
import reprise.Phone.PhoneFilter;
import reprise.Phone.PhonePackage;

/** The home screen: the installed apps with a launcher activity; a tap starts one. */
public class HomeActivity extends Activity {
  private static final int COLUMNS = 4;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    show();
  }

  @Override
  protected void onNewIntent(Intent intent) {
    show();
  }

  private void show() {
    GridLayout grid = new GridLayout(this);
    grid.setColumnCount(COLUMNS);
    int pad = dp(12);
    grid.setPadding(pad, dp(40), pad, pad);
    for (PhonePackage p : App.current().attach().getPackagesList()) {
      for (PhoneComponent c : p.getManifest().getComponentsList()) if (launcher(c)) grid.addView(icon(p, c));
    }
    ScrollView scroll = new ScrollView(this);
    scroll.setBackgroundColor(0xff22313f);
    scroll.setFillViewport(true);
    scroll.addView(grid);
    setContentView(scroll);
  }

  private static boolean launcher(PhoneComponent c) {
    if (c.getKind() != PhoneComponent.Kind.KIND_ACTIVITY || !c.getEnabled()) return false;
    for (PhoneFilter f : c.getFiltersList()) {
      if (f.getActionsList().contains(Intent.ACTION_MAIN)
          && f.getCategoriesList().contains(Intent.CATEGORY_LAUNCHER)) return true;
    }
    return false;
  }

  private View icon(PhonePackage p, PhoneComponent c) {
    LinearLayout cell = new LinearLayout(this);
    cell.setOrientation(LinearLayout.VERTICAL);
    cell.setGravity(Gravity.CENTER_HORIZONTAL);
    int side = (getResources().getDisplayMetrics().widthPixels - 2 * dp(12)) / COLUMNS;
    cell.setLayoutParams(new android.view.ViewGroup.LayoutParams(side, dp(104)));
    ImageView image = new ImageView(this);
    byte[] png = p.getManifest().getIconPng().toByteArray();
    if (png.length > 0) image.setImageBitmap(BitmapFactory.decodeByteArray(png, 0, png.length));
    else image.setImageResource(android.R.drawable.sym_def_app_icon);
    cell.addView(image, new LinearLayout.LayoutParams(dp(52), dp(52)));
    TextView label = new TextView(this);
    label.setText(c.getLabel().isEmpty() ? p.getManifest().getLabel() : c.getLabel());
    label.setTextColor(0xffffffff);
    label.setTextSize(12);
    label.setMaxLines(2);
    label.setGravity(Gravity.CENTER_HORIZONTAL);
    cell.addView(label);
    cell.setContentDescription(label.getText());
    cell.setOnClickListener(v -> startActivity(new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER)
        .setComponent(new ComponentName(p.getManifest().getPackageName(), c.getName()))
        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED)));
    return cell;
  }

  private int dp(int n) {
    return Math.round(n * getResources().getDisplayMetrics().density);
  }

  /** Home is where Back ends. */
  @Override
  public void onBackPressed() {}
}
