// RingReader: the messages of a ring file, while an app writes it, and what is
// left in it after the app died.
//
// The file belongs to an app, so it may hold anything, and change at any time:
// every entry is copied out before it is looked at, and read by File, not
// mapped, because an app that shortens a mapped file kills its readers.
//
//   ASSIGN_OR_RETURN(auto ring, RingReader::Open(std::move(file), path));
//   while (true) {
//     ASSIGN_OR_RETURN(const RingMessage* message, ring->Next());
//     if (message == nullptr) break;  // none now
//   }
//
// Threads: one at a time. Invariants: position() only grows; a message is given
// once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"

namespace reprise::ring {

struct RingMessage {
  uint16_t channel = 0;
  uint64_t log_time = 0;
  uint64_t publish_time = 0;
  std::string_view data;
};

// What the writer says went wrong on its side.
struct RingLosses {
  uint64_t waits = 0;  // times that a thread of the app waited for room
  uint64_t waited_ns = 0;
  uint64_t lost = 0;  // messages: too large, or nobody drained for long
  uint64_t lost_bytes = 0;
  bool operator==(const RingLosses&) const = default;
};

class RingReader {
 public:
  // `name` is for errors. Begins at the head that the file says.
  static Result<std::unique_ptr<RingReader>> Open(std::unique_ptr<File> file,
                                                  std::string name);

  // Topics by channel number.
  const std::map<uint16_t, std::string>& topics() const { return topics_; }
  uint32_t pid() const { return pid_; }
  uint64_t capacity() const { return capacity_; }

  // The next message, valid until the next call, or nullptr when there is none
  // now. An error when the file cannot be read.
  Result<const RingMessage*> Next();

  // From now on nobody writes: what was begun and never committed, and what is
  // damaged, is passed over to what comes after it.
  void WriterIsGone() { gone_ = true; }
  // Bytes passed over so.
  uint64_t skipped_bytes() const { return skipped_; }

  // All before it was given: the head for the writer.
  uint64_t position() const { return position_; }

  // True once the writer said that it will write no more.
  Result<bool> Closed();
  Result<RingLosses> Losses();

 private:
  RingReader(std::unique_ptr<File> file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {}

  enum class Found { kEntry, kNothing, kDamage };

  Status ReadHeader();
  Status ReadTopics(uint32_t length);
  Status Load(uint64_t at, uint64_t size);
  bool Holds(uint64_t at, uint64_t size) const;
  std::string_view View(uint64_t at, uint64_t size) const;
  bool Committed(uint64_t at) const;
  Result<Found> Look(uint64_t at);
  Found LookAtWindow(uint64_t at, uint64_t* wanted);
  Result<bool> Resync();
  Result<uint64_t> ReadU64(uint64_t offset);

  const std::unique_ptr<File> file_;
  const std::string name_;
  uint64_t capacity_ = 0;
  uint64_t key_ = 0;
  uint32_t pid_ = 0;
  std::map<uint16_t, std::string> topics_;
  bool gone_ = false;
  uint64_t position_ = 0;
  uint64_t skipped_ = 0;
  uint64_t loaded_ = 0;    // bytes of the file
  uint64_t searched_ = 0;  // of them, to find entries beyond damage

  // A copy of part of the data, without the place where it wraps.
  std::string window_;
  uint64_t window_start_ = 0;

  RingMessage message_;
  uint64_t entry_bytes_ = 0;  // of what Look() found
  uint16_t entry_kind_ = 0;
};

}  // namespace reprise::ring
