package io.reprise.phone.host;

/** A request that cannot be done, with a sentence for people; no bug of ours. */
public final class Refusal extends RuntimeException {
  public Refusal(String sentence) {
    super(sentence);
  }
}
