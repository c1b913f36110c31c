#include "minimize/passes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "base/text.h"
#include "input/gestures.h"
#include "input/timing.h"
#include "minimize/characters_pass.h"
#include "minimize/fingers_pass.h"
#include "minimize/points_pass.h"
#include "minimize/sensors_pass.h"
#include "minimize/units.h"

namespace reprise::minimize {
namespace {

// A pause that is left out becomes this: taps stay apart.
constexpr int64_t kShortPauseNs =
    input::kDoubleTapNs + input::kDoubleTapMarginNs;

class PausesPass : public Reduction {
 public:
  explicit PausesPass(std::unique_ptr<Units> units) : units_(std::move(units)) {
    for (uint32_t i = 0; i < units_->size(); i++) {
      if (units_->unit(i).gap_ns > kShortPauseNs) pauses_.push_back(i);
    }
  }

  uint32_t size() const override {
    return static_cast<uint32_t>(pauses_.size());
  }

  std::string Describe(uint32_t part) const override {
    const Units::Unit& unit = units_->unit(pauses_[part]);
    return fmt::format("pause of {} before {}", FormatDuration(unit.gap_ns),
                       unit.what);
  }

  input::Recording Make(const Candidate& kept) const override {
    std::vector<int64_t> gaps;
    for (uint32_t i = 0; i < units_->size(); i++) {
      gaps.push_back(std::min(units_->unit(i).gap_ns, kShortPauseNs));
    }
    for (const uint32_t part : kept) {
      gaps[pauses_[part]] = units_->unit(pauses_[part]).gap_ns;
    }
    return units_->MakeWithGaps(gaps);
  }

 private:
  const std::unique_ptr<Units> units_;
  std::vector<uint32_t> pauses_;  // units after them
};

// A part is a unit and the one after it, so neighbours share a unit: one that
// is removed takes both along.
class PairsPass : public Reduction {
 public:
  explicit PairsPass(std::unique_ptr<Units> units) : units_(std::move(units)) {}

  uint32_t size() const override {
    return units_->size() < 2 ? 0 : units_->size() - 1;
  }

  std::string Describe(uint32_t part) const override {
    return fmt::format("{} and {}", units_->unit(part).what,
                       units_->unit(part + 1).what);
  }

  input::Recording Make(const Candidate& kept) const override {
    std::vector<bool> stays(units_->size(), true);
    for (uint32_t part = 0; part < size(); part++) {
      if (!std::ranges::binary_search(kept, part)) {
        stays[part] = stays[part + 1] = false;
      }
    }
    Candidate units;
    for (uint32_t i = 0; i < units_->size(); i++) {
      if (stays[i]) units.push_back(i);
    }
    return units_->Make(units);
  }

 private:
  const std::unique_ptr<Units> units_;
};

class StreamsPass : public Reduction {
 public:
  explicit StreamsPass(input::Recording recording)
      : recording_(std::move(recording)) {
    std::vector<bool> used(recording_.devices.size(), false);
    for (const input::Frame& frame : recording_.frames) {
      used[frame.device] = true;
    }
    for (uint32_t i = 0; i < used.size(); i++) {
      if (used[i]) {
        parts_.push_back({recording_.devices[i].name(), Kind::kDevice, i});
      }
    }
    if (!recording_.motions.empty()) {
      parts_.push_back({"pointer events", Kind::kMotions});
    }
    if (!recording_.keys.empty()) parts_.push_back({"key events", Kind::kKeys});
    if (!recording_.texts.empty()) parts_.push_back({"texts", Kind::kTexts});
  }

  uint32_t size() const override {
    return static_cast<uint32_t>(parts_.size());
  }
  std::string Describe(uint32_t part) const override {
    return parts_[part].what;
  }

  input::Recording Make(const Candidate& kept) const override {
    input::Recording made;
    made.devices = recording_.devices;
    made.display = recording_.display;
    made.rest_ns = recording_.rest_ns;
    std::vector<bool> devices(recording_.devices.size(), false);
    for (const uint32_t index : kept) {
      const Part& part = parts_[index];
      if (part.kind == Kind::kDevice) devices[part.device] = true;
      if (part.kind == Kind::kMotions) made.motions = recording_.motions;
      if (part.kind == Kind::kKeys) made.keys = recording_.keys;
      if (part.kind == Kind::kTexts) made.texts = recording_.texts;
    }
    for (const input::Frame& frame : recording_.frames) {
      if (devices[frame.device]) made.frames.push_back(frame);
    }
    // Gestures only link to what is there.
    input::DeriveGestures(&made);
    return made;
  }

 private:
  enum class Kind : uint8_t { kDevice, kMotions, kKeys, kTexts };
  struct Part {
    std::string what;
    Kind kind;
    uint32_t device = 0;
  };

  const input::Recording recording_;
  std::vector<Part> parts_;
};

// The largest of 1, 2, 5, 10, ... ns that cuts a time in at least so many.
int64_t RoundSlice(int64_t time_ns, int64_t slices) {
  int64_t slice = 1;
  for (int64_t unit = 1; unit <= time_ns / slices; unit *= 10) {
    for (const int64_t part : {1, 2, 5}) {
      if (unit * part <= time_ns / slices) slice = unit * part;
    }
  }
  return slice;
}

// The time after the last unit, in slices that are all alike: how many stay is
// all that counts.
class WaitPass : public Reduction {
 public:
  explicit WaitPass(input::Recording recording)
      : recording_(std::move(recording)),
        rest_ns_(recording_.rest_ns.value_or(0)),
        slice_ns_(std::max(RoundSlice(rest_ns_, kSlices), kShortSliceNs)) {}

  uint32_t size() const override {
    return static_cast<uint32_t>((rest_ns_ + slice_ns_ - 1) / slice_ns_);
  }
  std::string Describe(uint32_t) const override {
    return fmt::format("{} of the wait at the end", FormatDuration(slice_ns_));
  }
  input::Recording Make(const Candidate& kept) const override {
    input::Recording made = recording_;
    const auto left = static_cast<int64_t>(kept.size()) * slice_ns_;
    made.rest_ns.reset();
    if (left > 0) made.rest_ns = std::min(left, rest_ns_);
    return made;
  }

 private:
  static constexpr int64_t kSlices = 5;
  static constexpr int64_t kShortSliceNs = 100'000'000;

  const input::Recording recording_;
  const int64_t rest_ns_;
  const int64_t slice_ns_;
};

Result<std::unique_ptr<Reduction>> MakePauses(
    const input::Recording& recording) {
  ASSIGN_OR_RETURN(auto units, Units::Of(recording, std::nullopt));
  return std::make_unique<PausesPass>(std::move(units));
}

Result<std::unique_ptr<Reduction>> MakePairs(
    const input::Recording& recording) {
  // Pauses stay as they are.
  ASSIGN_OR_RETURN(auto units,
                   Units::Of(recording, std::numeric_limits<int64_t>::max()));
  return std::make_unique<PairsPass>(std::move(units));
}

Result<std::unique_ptr<Reduction>> MakeStreams(
    const input::Recording& recording) {
  return std::make_unique<StreamsPass>(recording);
}

Result<std::unique_ptr<Reduction>> MakeWait(const input::Recording& recording) {
  return std::make_unique<WaitPass>(recording);
}

struct Entry {
  std::string_view name;
  Result<std::unique_ptr<Reduction>> (*make)(const input::Recording&);
};

constexpr std::array kPasses = {
    Entry{kPairsPass, MakePairs},  Entry{"streams", MakeStreams},
    Entry{"sensors", MakeSensors}, Entry{"fingers", MakeFingers},
    Entry{"points", MakePoints},   Entry{"characters", MakeCharacters},
    Entry{"pauses", MakePauses},   Entry{kWaitPass, MakeWait}};

}  // namespace

Result<std::unique_ptr<Reduction>> MakePass(std::string_view name,
                                            const input::Recording& recording) {
  for (const Entry& entry : kPasses) {
    if (entry.name != name) continue;
    if (recording.empty() && name != kWaitPass) return nullptr;
    ASSIGN_OR_RETURN(auto pass, entry.make(recording));
    if (pass->size() == 0) return nullptr;
    return pass;
  }
  return Fail(ErrorKind::kInvalidArgument,
              "there is no pass '{}'; there are {}", EscapeForTerminal(name),
              fmt::join(PassNames(), ", "));
}

std::vector<std::string_view> PassNames() {
  std::vector<std::string_view> names;
  for (const Entry& entry : kPasses) names.push_back(entry.name);
  return names;
}

}  // namespace reprise::minimize
