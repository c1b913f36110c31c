package io.reprise.phone.translate;

/** The APK cannot be translated; the message is a sentence for people. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  Refused(String sentence) {
    super(sentence);
  }
}
