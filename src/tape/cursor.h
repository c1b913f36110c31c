// MessageCursor: walks the messages of a tape, in the order of time or of the
// file, all of them or those that a ReadFilter asks for.
//
// Threads: those of its TapeReader (reader.h).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>

#include "base/result.h"
#include "tape/mcap.h"

namespace reprise::tape {

struct ReadFilter {
  // Inclusive, by log_time.
  uint64_t from = 0;
  uint64_t to = std::numeric_limits<uint64_t>::max();
  std::optional<std::set<uint16_t>> channels = std::nullopt;  // all
  enum class Order { kLogTime, kFile } order = Order::kLogTime;
  size_t first_block = 0;  // skip the blocks before; for following a tape
};

// Valid as long as its reader. Every message it
// gives is on a channel that the reader knows.
class MessageCursor {
 public:
  ~MessageCursor();
  MessageCursor(MessageCursor&&) noexcept;
  MessageCursor& operator=(MessageCursor&&) noexcept;

  // The next message, or nullptr at the end or after an error. Valid until
  // the next call.
  const Message* Next();

  // Not damage (see TapeReader::damage), but what ended the walk too early.
  const Status& status() const;

 private:
  friend class TapeReader;
  struct State;
  explicit MessageCursor(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace reprise::tape
