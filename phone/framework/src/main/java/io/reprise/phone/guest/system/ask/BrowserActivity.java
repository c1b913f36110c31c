package io.reprise.phone.guest.system.ask;

import android.app.SearchManager;
import android.net.Uri;
import android.os.Bundle;
import android.view.ViewGroup;
import android.widget.EditText;
import io.reprise.phone.guest.system.Page;

/** Stands in for a browser: shows which address it was given. */
public class BrowserActivity extends Page {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Uri data = getIntent().getData();
    String query = getIntent().getStringExtra(SearchManager.QUERY);
    setTitle(title(data, query));
    EditText address = new EditText(this);
    address.setId(android.R.id.edit);
    address.setSingleLine();
    address.setFocusable(false);
    address.setText(data == null ? query : data.toString());
    ViewGroup.MarginLayoutParams at = new ViewGroup.MarginLayoutParams(-1, -2);
    at.setMargins(dp(16), dp(8), dp(16), dp(8));
    page.addView(address, new android.widget.LinearLayout.LayoutParams(at));
    describe(data);
  }

  String title(Uri data, String query) {
    if (data == null) return "Search";
    return data.getHost() == null ? data.toString() : data.getHost();
  }

  void describe(Uri data) {
    note("This phone shows no pages of the web.");
  }

  /** Stands in for maps: geo:LATITUDE,LONGITUDE?q=WHERE. */
  public static class Maps extends BrowserActivity {
    @Override
    String title(Uri data, String query) {
      return "Maps";
    }

    @Override
    void describe(Uri data) {
      String all = data.getEncodedSchemeSpecificPart();
      int mark = all.indexOf('?');
      row(null, "Place", Uri.decode(mark < 0 ? all : all.substring(0, mark)), null);
      for (String part : mark < 0 ? new String[0] : all.substring(mark + 1).split("&")) {
        if (part.startsWith("q=")) row(null, "Search", Uri.decode(part.substring(2).replace('+', ' ')), null);
      }
      note("This phone shows no maps.");
    }
  }
}
