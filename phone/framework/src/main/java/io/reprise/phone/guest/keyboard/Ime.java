package io.reprise.phone.guest.keyboard;

/** Numbers of Android's that stand in switches: its own are no constants to the compiler. */
final class Ime {
  /** EditorInfo.IME_ACTION_*. */
  static final int NONE = 1;
  static final int GO = 2;
  static final int SEARCH = 3;
  static final int SEND = 4;
  static final int NEXT = 5;
  static final int DONE = 6;
  static final int PREVIOUS = 7;
  /** LayoutParams.SOFT_INPUT_STATE_*. */
  static final int UNSPECIFIED = 0;
  static final int HIDDEN = 2;
  static final int ALWAYS_HIDDEN = 3;
  static final int VISIBLE = 4;
  static final int ALWAYS_VISIBLE = 5;
  /** InputType.TYPE_CLASS_*. */
  static final int NUMBER = 2;
  static final int PHONE = 3;
  static final int DATETIME = 4;
  /** InputType.TYPE_TEXT_VARIATION_*. */
  static final int URI = 0x10;
  static final int EMAIL = 0x20;
  static final int WEB_EMAIL = 0xd0;

  private Ime() {}
}
