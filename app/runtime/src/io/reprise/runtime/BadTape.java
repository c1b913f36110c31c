// What a replay was given is damaged or not what it claims to be. Checked, so
// that nobody forgets that a tape can be anything.
package io.reprise.runtime;

final class BadTape extends Exception {
  private static final long serialVersionUID = 1;

  BadTape(String sentence) {
    super(sentence);
  }

  BadTape(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
