package io.reprise.keyboard;

import android.os.Bundle;
import android.text.InputType;
import android.view.Gravity;
import android.view.View;
import android.view.inputmethod.EditorInfo;
import android.widget.EditText;
import android.widget.LinearLayout;

/** A field at the bottom, below a coloured view: the window is moved up for it. */
public class Panned extends Fields {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    list = new LinearLayout(this);
    list.setOrientation(LinearLayout.VERTICAL);
    list.setFocusableInTouchMode(true);
    View above = new View(this);
    above.setBackgroundColor(0xff0000ff);
    list.addView(above, new LinearLayout.LayoutParams(LinearLayout.LayoutParams.MATCH_PARENT, 0, 1));
    EditText field = add("bottom", InputType.TYPE_CLASS_TEXT, EditorInfo.IME_ACTION_DONE);
    field.setGravity(Gravity.TOP);
    setContentView(list);
    watch(list);
  }
}
