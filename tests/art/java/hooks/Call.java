package io.reprise.runtime;

/** What woven code carries from enter to the end. */
public final class Call {
  final int point;

  Call(int point) {
    this.point = point;
  }
}
