// Layout of a ring file, as docs/architecture/runtime.md says and
// src/ring/format.h has it for the host. All numbers are little endian.
package io.reprise.runtime;

final class RingFormat {
  static final long MAGIC = 0x474e495253525052L; // "RPRSRING"
  static final int VERSION = 2;
  static final int DATA = 4096;
  static final int MIN_CAPACITY = 1 << 16;
  static final int MAX_CAPACITY = 1 << 30;

  // In the header.
  static final int AT_VERSION = 8;
  static final int AT_DATA = 12;
  static final int AT_CAPACITY = 16;
  static final int AT_KEY = 24;
  static final int AT_PID = 32;
  static final int AT_TEXT_LENGTH = 36;
  static final int AT_CREATED = 40;
  static final int AT_CLOSED = 64;
  static final int AT_WAITS = 72;
  static final int AT_WAITED_NS = 80;
  static final int AT_LOST = 88;
  static final int AT_LOST_BYTES = 96;
  static final int AT_HEAD = 128;
  static final int AT_TEXT = 1024;

  // In an entry.
  static final int ENTRY_BYTES = 40;
  static final int AT_COMMIT = 0;
  static final int AT_CRC = 8;
  static final int AT_SIZE = 12;
  static final int AT_KIND = 16;
  static final int AT_CHANNEL = 18;
  static final int AT_LOG_TIME = 24;
  static final int AT_PUBLISH_TIME = 32;
  static final int MESSAGE = 1;
  static final int GAP = 2;

  private RingFormat() {}

  static int entryBytes(int payload) {
    return (ENTRY_BYTES + payload + 7) & ~7;
  }
}
