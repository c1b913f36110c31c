package io.reprise.phone.guest.shadow;

import android.text.Html;
import android.view.ViewGroup;
import android.webkit.WebView;
import android.widget.TextView;
import io.reprise.phone.guest.Unsupported;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowWebView;

/** No browser engine: a WebView shows the address, or the text of the page it was given. */
@Implements(className = "android.webkit.WebView")
public class WebViewShadow extends ShadowWebView {
  /** Longest text of a page that is shown. */
  private static final int LONGEST = 4000;

  @RealObject private WebView view;
  private TextView text;

  private void show(CharSequence shown) {
    Unsupported.say("WebView", "this phone has no browser engine; a WebView shows its address or plain text");
    if (text == null) {
      text = new TextView(view.getContext());
      text.setTextColor(0xff202020);
      text.setBackgroundColor(0xffffffff);
      int pad = Math.round(12 * view.getResources().getDisplayMetrics().density);
      text.setPadding(pad, pad, pad, pad);
      view.addView(text, new ViewGroup.LayoutParams(-1, -1));
    }
    text.setText(shown.length() > LONGEST ? shown.subSequence(0, LONGEST) : shown);
  }

  @Override
  @Implementation
  protected void loadUrl(String url) {
    super.loadUrl(url);
    if (url != null && !url.startsWith("javascript:")) show(url);
  }

  @Override
  @Implementation
  protected void loadUrl(String url, Map<String, String> headers) {
    super.loadUrl(url, headers);
    if (url != null && !url.startsWith("javascript:")) show(url);
  }

  @Override
  @Implementation
  protected void loadData(String data, String type, String encoding) {
    super.loadData(data, type, encoding);
    show(Html.fromHtml(String.valueOf(data), 0));
  }

  @Override
  @Implementation
  protected void loadDataWithBaseURL(String base, String data, String type, String encoding, String history) {
    super.loadDataWithBaseURL(base, data, type, encoding, history);
    show(Html.fromHtml(String.valueOf(data), 0));
  }

  /** The engine would do it; without one the view has no size. */
  @Implementation
  protected boolean setFrame(int left, int top, int right, int bottom) {
    boolean changed = view.getLeft() != left || view.getTop() != top || view.getRight() != right
        || view.getBottom() != bottom;
    view.setLeft(left);
    view.setTop(top);
    view.setRight(right);
    view.setBottom(bottom);
    return changed;
  }
}
