// RunEnd: how a run ended, in words: why its tape ended, and whether the app
// had died by then. A tape that was cut tells as much as was written of it.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "reprise/state.pb.h"
#include "tape/reader.h"

namespace reprise::cli {

class RunEnd {
 public:
  // Of this app; others may come and go.
  explicit RunEnd(std::string package) : package_(std::move(package)) {}

  // What is on /state, in the order of the file.
  void Take(const StateEvent& state, uint64_t time);

  // "the device was lost: the agent ended with exit code 255"; empty: nothing
  // is known. `first` is the time that people count from.
  std::string TapeSentence(const tape::TapeReader& tape) const;
  std::string AppSentence(uint64_t first) const;

 private:
  const std::string package_;
  std::set<int32_t> pids_;  // of its activities, as far as they are told
  std::optional<StateEvent> died_;  // and not begun again since
  uint64_t died_at_ = 0;
  uint64_t latest_ = 0;
};

}  // namespace reprise::cli
