#include "cli/run_end.h"

#include <fmt/format.h>

#include "tape/channels.h"

namespace reprise::cli {
namespace {

namespace key = tape::metadata_key;

// ApplicationExitInfo.REASON_*
constexpr int32_t kExitSelf = 1;
constexpr int32_t kSignaled = 2;
constexpr int32_t kCrashed = 4;
constexpr int32_t kCrashedNatively = 5;
constexpr int32_t kHung = 6;
constexpr size_t kMaxPids = 1000;

std::string HowItDied(const StateEvent& end) {
  switch (end.end_reason()) {
    case kExitSelf:
      return fmt::format("it exited with status {}", end.end_status());
    case kSignaled:
      return fmt::format("it was killed by signal {}", end.end_status());
    case kCrashed:
    case kCrashedNatively:
      return "it crashed";
    case kHung:
      return "it hung";
    default:
      return "its process ended";
  }
}

std::string ValueOf(const tape::Metadata& record, std::string_view name) {
  const auto found = record.metadata.find(std::string(name));
  return found == record.metadata.end() ? "" : found->second;
}

std::string WordsFor(const std::string& reason) {
  if (reason == "done") return "it came to its end";
  if (reason == "interrupted") return "somebody ended it";
  if (reason == "device-lost") return "the device was lost";
  if (reason == "recovered") return "not told; it was recovered from a part";
  return reason;
}

}  // namespace

void RunEnd::Take(const StateEvent& state, uint64_t time) {
  if (state.kind() == StateEvent::KIND_PROCESS_ENDED) {
    if (time < latest_ || (!pids_.empty() && !pids_.contains(state.pid()))) {
      return;
    }
    died_ = state;
    died_at_ = latest_ = time;
    return;
  }
  if (state.kind() != StateEvent::KIND_LIFECYCLE ||
      !state.activity().component().starts_with(package_ + "/")) {
    return;
  }
  if (state.pid() != 0 && pids_.size() < kMaxPids) pids_.insert(state.pid());
  // An activity of a new process of it.
  if (died_ && time >= latest_ && state.pid() != died_->pid() &&
      state.lifecycle() == StateEvent::LIFECYCLE_RESUMED) {
    died_.reset();
    latest_ = time;
  }
}

std::string RunEnd::TapeSentence(const tape::TapeReader& tape) const {
  for (const tape::Metadata& record : tape.metadata()) {
    if (record.name != tape::metadata::kEnd) continue;
    const std::string sentence = ValueOf(record, key::kEndSentence);
    return WordsFor(ValueOf(record, key::kEndReason)) +
           (sentence.empty() ? "" : ": " + sentence);
  }
  return tape.complete() ? ""
                         : "not told: who wrote the tape was killed, or still "
                           "writes it";
}

std::string RunEnd::AppSentence(uint64_t first) const {
  if (!died_) return "";
  return fmt::format("the app died at {:.3f}s: {}",
                     static_cast<double>(died_at_ - first) / 1e9,
                     HowItDied(*died_));
}

}  // namespace reprise::cli
