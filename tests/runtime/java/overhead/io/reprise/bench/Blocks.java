package io.reprise.bench;

/** Work in blocks; one class of it is woven, and its copy in this package is not. */
public interface Blocks {
  /** So many calls and nothing else. */
  void calls(int count);

  /** Bits of work of so many steps, each after a call: of one kind, or of several. */
  void bits(int count, int steps, boolean mixed);

  /** Bits of work, with so many events of each stream spread over them. */
  void app(int count, int steps, int[] events);
}
