// The units of a recording: whole gestures, key presses, text commits and what
// other input there is. A unit is kept or removed whole, with the pointer and
// key events that its frames became.
//
// A removed unit takes the gap before it along, and the sensor frames in both.
// What stays keeps its inner timing; the gap before it is the recorded one, or
// `settle` if that is less. Two units that were not neighbours stay apart by
// Android's double tap time (or the recorded distance, if that was less), so
// that removing what was between two taps does not make them a double tap.
// Units that overlap in time and are both kept keep overlapping.
//
// After the last unit that is kept as much time passes as the recording had
// left, so that none is kept only to let time pass.
//
// Threads: constant once made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "input/recording.h"
#include "input/timing.h"
#include "minimize/reduction.h"

namespace reprise::minimize {

// The paper waits as long before every event.
inline constexpr int64_t kLongestSettleNs = 4'000'000'000;
inline constexpr int64_t kShortestAdaptiveSettleNs = 1'000'000'000;
// After the last unit; a replay waits no longer either.
inline constexpr int64_t kLongestRestNs = 60'000'000'000;

class Units : public Reduction {
 public:
  // Without `settle` it adapts to the recording: twice the median gap, from
  // kShortestAdaptiveSettleNs to kLongestSettleNs. Fails when there is no unit,
  // or there are more than kMaxUnits.
  static Result<std::unique_ptr<Units>> Of(input::Recording recording,
                                           std::optional<int64_t> settle_ns);

  uint32_t size() const override {
    return static_cast<uint32_t>(units_.size());
  }
  std::string Describe(uint32_t unit) const override;
  input::Recording Make(const Candidate& kept) const override;

  // All units, with this gap before each in the place of its own.
  input::Recording MakeWithGaps(const std::vector<int64_t>& gaps_ns) const;

  int64_t settle_ns() const { return settle_ns_; }

  struct Unit {
    std::string what;
    int64_t start_ns = 0;
    int64_t end_ns = 0;
    int64_t gap_ns = 0;  // from the end of all before it; 0 if they overlap
  };
  const Unit& unit(uint32_t index) const { return units_[index]; }

 private:
  explicit Units(input::Recording recording);
  friend class UnitFinder;

  input::Recording Take(const Candidate& kept) const;
  std::optional<int64_t> RestAfter(const Candidate& kept) const;
  input::TimeMap MapFor(const Candidate& kept,
                        const std::vector<int64_t>& gaps_ns) const;

  input::Recording recording_;
  int64_t settle_ns_ = kLongestSettleNs;
  int64_t begin_ns_ = 0;  // of the recording
  std::vector<Unit> units_;
  // The unit of each element, in the order of the recording.
  std::vector<uint32_t> frames_;
  std::vector<uint32_t> motions_;
  std::vector<uint32_t> keys_;
  std::vector<uint32_t> texts_;
  std::vector<uint32_t> gestures_;
};

}  // namespace reprise::minimize
