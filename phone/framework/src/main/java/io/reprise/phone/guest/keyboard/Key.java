package io.reprise.phone.guest.keyboard;

/**
 * One key of the on-screen keyboard: what it does, what stands on it, and how
 * wide it is (1 = a letter's).
 */
record Key(Does does, String label, float width) {
  enum Does {
    TYPE(""),
    SHIFT("Shift"),
    DELETE("Delete"),
    SPACE("Space"),
    ENTER("Enter"),
    LETTERS("Letters"),
    SYMBOLS("Symbols"),
    MORE("More symbols"),
    /** Room beside other keys. */
    NONE("");

    final String words;

    Does(String words) {
      this.words = words;
    }
  }

  static Key of(String text) {
    return new Key(Does.TYPE, text, 1);
  }

  static Key of(Does does, String label, float width) {
    return new Key(does, label, width);
  }
}
