package io.reprise.phone.guest.keyboard;

/** Colours of the keyboard, as the device's theme is light or dark. */
record KeyColors(int back, int key, int special, int pressed, int shadow, int text, int action, int onAction) {
  static final KeyColors LIGHT = new KeyColors(0xffe8eaed, 0xffffffff, 0xffccd0d5, 0xffb8bdc4, 0xffb5b9bf,
      0xff202124, 0xff1a73e8, 0xffffffff);
  static final KeyColors DARK = new KeyColors(0xff202124, 0xff4a4d51, 0xff35383c, 0xff6a6e73, 0xff17181a,
      0xffe8eaed, 0xff8ab4f8, 0xff202124);
}
