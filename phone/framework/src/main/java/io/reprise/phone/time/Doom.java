package io.reprise.phone.time;

/**
 * Ends a thread of an app that is thrown away. A ThreadDeath, which no handler
 * of uncaught exceptions reports.
 */
final class Doom extends ThreadDeath {
  private static final long serialVersionUID = 1;
}
