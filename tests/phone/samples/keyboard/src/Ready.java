package io.reprise.keyboard;

import android.os.Bundle;

/** Wants the keyboard at once. */
public class Ready extends Fields {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    list.getChildAt(0).requestFocus();
  }
}
