package io.reprise.phone.guest.system.ask;

import android.content.Intent;
import android.net.MailTo;
import android.net.Uri;
import android.os.Bundle;
import android.text.InputType;
import android.view.ViewGroup;
import android.widget.EditText;
import android.widget.LinearLayout;
import io.reprise.phone.guest.system.Page;
import java.util.ArrayList;
import java.util.List;

/** Writes a message, with what it was given in its fields. What is sent goes nowhere. */
public class ComposeActivity extends Page {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setTitle("New message");
    fill();
    button(buttons(), android.R.id.button1, "Send", v -> {
      setResult(RESULT_OK);
      finish();
    });
  }

  void fill() {
    Uri data = getIntent().getData();
    String to = data == null ? "" : Uri.decode(data.getEncodedSchemeSpecificPart());
    if (to.indexOf('?') >= 0) to = to.substring(0, to.indexOf('?'));
    field("To", to, android.R.id.text1);
    String body = getIntent().getStringExtra("sms_body");
    CharSequence text = getIntent().getCharSequenceExtra(Intent.EXTRA_TEXT);
    field("Text message", body != null ? body : text, android.R.id.message);
  }

  final void field(String hint, CharSequence value, int id) {
    EditText e = new EditText(this);
    e.setId(id);
    e.setHint(hint);
    e.setText(value == null ? "" : value);
    e.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_FLAG_MULTI_LINE);
    ViewGroup.MarginLayoutParams at = new ViewGroup.MarginLayoutParams(-1, -2);
    at.setMargins(dp(16), dp(8), dp(16), 0);
    page.addView(e, new LinearLayout.LayoutParams(at));
  }

  /** Files that go with it, each with its name. */
  final void attachments() {
    for (Uri u : streams(getIntent())) {
      row(getContentResolver().getTypeInfo("application/octet-stream").getIcon().loadDrawable(this),
          ShareActivity.name(this, u), u.toString(), null);
    }
  }

  static List<Uri> streams(Intent i) {
    List<Uri> all = new ArrayList<>();
    if (Intent.ACTION_SEND_MULTIPLE.equals(i.getAction())) {
      List<Uri> given = i.getParcelableArrayListExtra(Intent.EXTRA_STREAM);
      if (given != null) all.addAll(given);
    } else if (i.getParcelableExtra(Intent.EXTRA_STREAM) instanceof Uri u) {
      all.add(u);
    }
    return all;
  }

  /** The same for mail. */
  public static class Mail extends ComposeActivity {
    @Override
    void fill() {
      setTitle("Compose");
      Intent i = getIntent();
      String to = joined(Intent.EXTRA_EMAIL);
      String cc = joined(Intent.EXTRA_CC);
      CharSequence subject = i.getCharSequenceExtra(Intent.EXTRA_SUBJECT);
      CharSequence body = i.getCharSequenceExtra(Intent.EXTRA_TEXT);
      if (i.getData() != null && MailTo.isMailTo(i.getDataString())) {
        MailTo m = MailTo.parse(i.getDataString());
        if (to.isEmpty() && m.getTo() != null) to = m.getTo();
        if (cc.isEmpty() && m.getCc() != null) cc = m.getCc();
        if (subject == null) subject = m.getSubject();
        if (body == null) body = m.getBody();
      }
      field("To", to, android.R.id.text1);
      field("Cc", cc, android.R.id.text2);
      field("Subject", subject, android.R.id.title);
      field("Compose email", body, android.R.id.message);
      attachments();
    }

    private String joined(String key) {
      String[] all = getIntent().getStringArrayExtra(key);
      return all == null ? "" : String.join(", ", all);
    }
  }
}
