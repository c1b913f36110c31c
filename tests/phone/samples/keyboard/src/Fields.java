package io.reprise.keyboard;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.text.InputType;
import android.util.Log;
import android.view.View;
import android.view.WindowInsets;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputMethodManager;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ScrollView;

/** A field of each kind in a list. */
public class Fields extends Activity {
  LinearLayout list;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    list = new LinearLayout(this);
    list.setOrientation(LinearLayout.VERTICAL);
    list.setFocusableInTouchMode(true);
    int text = InputType.TYPE_CLASS_TEXT;
    add("words", text | InputType.TYPE_TEXT_FLAG_CAP_SENTENCES, EditorInfo.IME_ACTION_NEXT);
    add("lines", text | InputType.TYPE_TEXT_FLAG_MULTI_LINE, 0);
    add("mail", text | InputType.TYPE_TEXT_VARIATION_EMAIL_ADDRESS, EditorInfo.IME_ACTION_SEND);
    add("address", text | InputType.TYPE_TEXT_VARIATION_URI, EditorInfo.IME_ACTION_GO);
    add("secret", text | InputType.TYPE_TEXT_VARIATION_PASSWORD, EditorInfo.IME_ACTION_DONE);
    add("number", InputType.TYPE_CLASS_NUMBER | InputType.TYPE_NUMBER_FLAG_DECIMAL, EditorInfo.IME_ACTION_DONE);
    add("phone", InputType.TYPE_CLASS_PHONE, EditorInfo.IME_ACTION_SEARCH);
    ScrollView scroll = new ScrollView(this);
    scroll.addView(list);
    setContentView(scroll);
    watch(scroll);
  }

  /** Says what of the window the keyboard covers. */
  void watch(View view) {
    String[] last = {""};
    getWindow().getDecorView().setOnApplyWindowInsetsListener((v, insets) -> {
      String now = "ime " + insets.isVisible(WindowInsets.Type.ime()) + " "
          + insets.getInsets(WindowInsets.Type.ime()).bottom + " "
          + insets.getInsets(WindowInsets.Type.navigationBars()).bottom;
      if (!now.equals(last[0])) say(now);
      last[0] = now;
      return v.onApplyWindowInsets(insets);
    });
    view.addOnLayoutChangeListener((v, l, t, r, b, ol, ot, or, ob) -> {
      if (b - t != ob - ot) say("height " + (b - t));
    });
  }

  EditText add(String name, int type, int action) {
    EditText field = new EditText(this);
    field.setHint(name);
    field.setTag(name);
    field.setInputType(type);
    field.setImeOptions(action);
    field.setOnEditorActionListener((v, id, event) -> {
      say("action " + name + " " + id);
      return false;
    });
    list.addView(field);
    return field;
  }

  @Override
  protected void onNewIntent(Intent intent) {
    String what = intent.getStringExtra("do");
    String name = intent.getStringExtra("field");
    InputMethodManager imm = getSystemService(InputMethodManager.class);
    View focused = getCurrentFocus();
    if (name != null) {
      EditText field = list.findViewWithTag(name);
      field.requestFocus();
      say("show " + imm.showSoftInput(field, 0));
    } else if (what.equals("hide")) {
      say("hide " + imm.hideSoftInputFromWindow(focused.getWindowToken(), 0));
    } else if (what.equals("hide insets")) {
      focused.getWindowInsetsController().hide(WindowInsets.Type.ime());
    } else if (what.equals("show insets")) {
      focused.getWindowInsetsController().show(WindowInsets.Type.ime());
    } else if (what.equals("state")) {
      say("state " + imm.isActive(focused) + " " + imm.isAcceptingText()
          + " " + imm.getEnabledInputMethodList().get(0).getId());
    } else {
      for (int i = 0; i < list.getChildCount(); i++) {
        EditText field = (EditText) list.getChildAt(i);
        if (field.length() > 0) say(field.getTag() + "=" + field.getText().toString().replace("\n", "|"));
      }
    }
  }

  static void say(String line) {
    Log.i("fields", line);
  }
}
