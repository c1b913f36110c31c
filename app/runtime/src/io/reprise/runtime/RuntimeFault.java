// The runtime cannot go on: it is switched off and the app goes on without it.
package io.reprise.runtime;

final class RuntimeFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  RuntimeFault(String sentence) {
    super(sentence);
  }
}
