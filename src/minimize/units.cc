#include "minimize/units.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "input/device.h"
#include "input/gestures.h"
#include "input/time_math.h"
#include "minimize/oracle_message.h"

namespace reprise::minimize {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

}  // namespace

// Finds the units of a recording, and whose each element is.
class UnitFinder {
 public:
  explicit UnitFinder(Units* units)
      : units_(*units), recording_(units->recording_) {}

  void Find() {
    units_.frames_.assign(recording_.frames.size(), kNone);
    units_.motions_.assign(recording_.motions.size(), kNone);
    units_.keys_.assign(recording_.keys.size(), kNone);
    units_.texts_.assign(recording_.texts.size(), kNone);
    units_.gestures_.assign(recording_.gestures.size(), kNone);
    IndexIds();
    TakeGestures();
    TakeEvents(recording_.motions, "pointer event", &units_.motions_);
    TakeEvents(recording_.keys, "key event", &units_.keys_);
    TakeTexts();
    TakeFrames();
    MeasureAndSort();
    TakeSensors();
  }

 private:
  using Owners = std::vector<uint32_t>;

  // Where the owner of the element with an id stands.
  void IndexIds() {
    for (size_t i = 0; i < recording_.frames.size(); i++) {
      owners_.emplace(recording_.frames[i].id, &units_.frames_[i]);
    }
    for (size_t i = 0; i < recording_.motions.size(); i++) {
      owners_.emplace(recording_.motions[i].message.id(), &units_.motions_[i]);
    }
    for (size_t i = 0; i < recording_.keys.size(); i++) {
      owners_.emplace(recording_.keys[i].message.id(), &units_.keys_[i]);
    }
  }

  uint32_t NewUnit(std::string what) {
    units_.units_.push_back({.what = std::move(what)});
    return static_cast<uint32_t>(units_.units_.size() - 1);
  }

  uint32_t OwnerOf(uint64_t id) const {
    const auto found = owners_.find(id);
    return found == owners_.end() ? kNone : *found->second;
  }

  template <typename Ids>
  void Give(const Ids& ids, uint32_t unit) {
    for (const uint64_t id : ids) {
      const auto found = owners_.find(id);
      if (found != owners_.end() && *found->second == kNone) {
        *found->second = unit;
      }
    }
  }

  void TakeGestures() {
    for (size_t i = 0; i < recording_.gestures.size(); i++) {
      const GestureEvent& gesture = recording_.gestures[i].message;
      const uint32_t unit = NewUnit(input::Describe(gesture));
      units_.gestures_[i] = unit;
      Give(gesture.frame_refs(), unit);
      Give(gesture.touch_refs(), unit);
      Give(gesture.key_refs(), unit);
    }
  }

  // Pointer and key events go with their frames. One that shares its frame with
  // another, as the last move and the up of a finger do, goes with what went
  // down when it did; all else stands alone.
  template <typename T>
  void TakeEvents(const std::vector<input::Timed<T>>& items,
                  std::string_view what, Owners* owners) {
    std::unordered_map<int64_t, uint32_t> downs;
    for (size_t i = 0; i < items.size(); i++) {
      uint32_t& owner = (*owners)[i];
      for (const uint64_t id : items[i].message.frame_refs()) {
        if (owner == kNone) owner = OwnerOf(id);
      }
      const int64_t down = items[i].message.down_time_ns();
      const auto gone_down = downs.find(down);
      if (owner == kNone && down != 0 && gone_down != downs.end()) {
        owner = gone_down->second;
      }
      if (owner == kNone) owner = NewUnit(std::string(what));
      downs[down] = owner;
    }
  }

  // A text that a key brought about goes with the key.
  void TakeTexts() {
    for (size_t i = 0; i < recording_.texts.size(); i++) {
      const uint32_t cause = OwnerOf(recording_.texts[i].message.cause());
      units_.texts_[i] = cause != kNone ? cause : NewUnit("text");
    }
  }

  bool IsSensor(const input::Frame& frame) const {
    return sensors_[frame.device];
  }

  void TakeFrames() {
    for (const EvdevDevice& device : recording_.devices) {
      sensors_.push_back(input::ClassOf(device) == input::DeviceClass::kSensor);
    }
    for (size_t i = 0; i < recording_.frames.size(); i++) {
      uint32_t& owner = units_.frames_[i];
      if (owner != kNone || IsSensor(recording_.frames[i])) continue;
      owner = NewUnit("frame of " +
                      recording_.devices[recording_.frames[i].device].name());
    }
  }

  template <typename Items>
  void Measure(const Items& items, const Owners& owners) {
    for (size_t i = 0; i < items.size(); i++) {
      const int64_t time = items[i].time_ns;
      units_.begin_ns_ = std::min(units_.begin_ns_, time);
      if (owners[i] == kNone) continue;
      Units::Unit& unit = units_.units_[owners[i]];
      unit.start_ns = std::min(unit.start_ns, time);
      unit.end_ns = std::max(unit.end_ns, time);
    }
  }

  void MeasureAndSort() {
    constexpr int64_t kLatest = std::numeric_limits<int64_t>::max();
    units_.begin_ns_ = kLatest;
    for (Units::Unit& unit : units_.units_) unit.start_ns = kLatest;
    Measure(recording_.frames, units_.frames_);
    Measure(recording_.motions, units_.motions_);
    Measure(recording_.keys, units_.keys_);
    Measure(recording_.texts, units_.texts_);
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < units_.units_.size(); i++) {
      // A gesture of nothing has no time and is no unit.
      if (units_.units_[i].start_ns != kLatest) order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&](uint32_t i) {
      return std::pair(units_.units_[i].start_ns, units_.units_[i].end_ns);
    });
    std::vector<uint32_t> places(units_.units_.size(), kNone);
    std::vector<Units::Unit> sorted;
    int64_t end = units_.begin_ns_;
    for (const uint32_t i : order) {
      places[i] = static_cast<uint32_t>(sorted.size());
      sorted.push_back(std::move(units_.units_[i]));
      Units::Unit& unit = sorted.back();
      unit.gap_ns = std::max<int64_t>(0, unit.start_ns - end);
      end = std::max(end, unit.end_ns);
      ends_.push_back(end);
    }
    units_.units_ = std::move(sorted);
    for (Owners* owners : {&units_.frames_, &units_.motions_, &units_.keys_,
                           &units_.texts_, &units_.gestures_}) {
      for (uint32_t& owner : *owners) {
        if (owner != kNone) owner = places[owner];
      }
    }
  }

  // Sensor frames belong to the unit that ends next, the last ones to the last.
  void TakeSensors() {
    if (units_.units_.empty()) return;
    for (size_t i = 0; i < recording_.frames.size(); i++) {
      if (units_.frames_[i] != kNone) continue;
      const auto next =
          std::ranges::lower_bound(ends_, recording_.frames[i].time_ns);
      units_.frames_[i] = static_cast<uint32_t>(std::min<size_t>(
          static_cast<size_t>(next - ends_.begin()), units_.units_.size() - 1));
    }
  }

  Units& units_;
  const input::Recording& recording_;
  std::unordered_map<uint64_t, uint32_t*> owners_;
  std::vector<bool> sensors_;  // by device
  std::vector<int64_t> ends_;  // of each unit and all before it
};

Units::Units(input::Recording recording) : recording_(std::move(recording)) {}

Result<std::unique_ptr<Units>> Units::Of(input::Recording recording,
                                         std::optional<int64_t> settle_ns) {
  input::AssignIds(&recording);
  input::DeriveGestures(&recording);
  std::unique_ptr<Units> units(new Units(std::move(recording)));
  UnitFinder(units.get()).Find();
  if (units->units_.empty()) {
    return Fail(ErrorKind::kUnsupported,
                "there is no input that could be left out; 'reprise info' "
                "tells what is on the tape");
  }
  if (units->units_.size() > kMaxUnits) {
    return Fail(ErrorKind::kUnsupported,
                "there are {} units, and at most {} can be minimised; cut the "
                "tape with 'reprise edit'",
                units->units_.size(), kMaxUnits);
  }
  std::vector<int64_t> gaps;
  for (const Unit& unit : units->units_) gaps.push_back(unit.gap_ns);
  std::ranges::sort(gaps);
  const int64_t median = std::min(gaps[gaps.size() / 2], kLongestSettleNs);
  units->settle_ns_ = settle_ns.value_or(
      std::clamp(2 * median, kShortestAdaptiveSettleNs, kLongestSettleNs));
  return units;
}

std::string Units::Describe(uint32_t unit) const {
  CHECK(unit < units_.size());
  return units_[unit].what;
}

input::TimeMap Units::MapFor(const Candidate& kept,
                             const std::vector<int64_t>& gaps_ns) const {
  constexpr int64_t kApart = input::kDoubleTapNs + input::kDoubleTapMarginNs;
  input::TimeMap map;
  int64_t recorded_end = begin_ns_;  // of what is kept so far
  int64_t played_end = begin_ns_;
  for (size_t i = 0; i < kept.size(); i++) {
    const Unit& unit = units_[kept[i]];
    if (i > 0 && unit.start_ns < recorded_end) {
      // It overlaps what is kept: the same distance as before.
      if (unit.end_ns <= recorded_end) continue;
      played_end += unit.end_ns - recorded_end;
    } else {
      int64_t gap = gaps_ns[kept[i]];
      const bool neighbours = i == 0 || kept[i] == kept[i - 1] + 1;
      if (!neighbours) {
        gap = std::max(gap, std::min(kApart, unit.start_ns - recorded_end));
      }
      map.AddPoint(unit.start_ns - unit.gap_ns, played_end);
      map.AddPoint(unit.start_ns, played_end + gap);
      played_end += gap + (unit.end_ns - unit.start_ns);
    }
    recorded_end = unit.end_ns;
    map.AddPoint(recorded_end, played_end);
  }
  return map;
}

input::Recording Units::Make(const Candidate& kept) const {
  std::vector<int64_t> gaps;
  for (const Unit& unit : units_) {
    gaps.push_back(std::min(unit.gap_ns, settle_ns_));
  }
  input::Recording made = Take(kept);
  input::Retime(MapFor(kept, gaps), &made);
  made.rest_ns = RestAfter(kept);
  return made;
}

std::optional<int64_t> Units::RestAfter(const Candidate& kept) const {
  if (!recording_.rest_ns) return std::nullopt;
  int64_t end = begin_ns_;
  for (const uint32_t unit : kept) end = std::max(end, units_[unit].end_ns);
  const int64_t left =
      input::AddTime(input::LastTime(recording_) - end, *recording_.rest_ns);
  return std::clamp<int64_t>(left, 0, kLongestRestNs);
}

input::Recording Units::MakeWithGaps(
    const std::vector<int64_t>& gaps_ns) const {
  CHECK_EQ(gaps_ns.size(), units_.size());
  Candidate all(units_.size());
  std::iota(all.begin(), all.end(), 0);
  input::Recording made = recording_;
  input::Retime(MapFor(all, gaps_ns), &made);
  return made;
}

input::Recording Units::Take(const Candidate& kept) const {
  std::vector<bool> keep(units_.size(), false);
  for (const uint32_t unit : kept) keep.at(unit) = true;
  input::Recording made;
  made.devices = recording_.devices;
  made.display = recording_.display;
  std::unordered_set<uint64_t> ids;
  const auto take = [&](const auto& items, const std::vector<uint32_t>& owners,
                        auto* out) {
    for (size_t i = 0; i < items.size(); i++) {
      if (owners[i] == kNone || !keep[owners[i]]) continue;
      out->push_back(items[i]);
    }
  };
  take(recording_.frames, frames_, &made.frames);
  take(recording_.motions, motions_, &made.motions);
  take(recording_.keys, keys_, &made.keys);
  take(recording_.texts, texts_, &made.texts);
  take(recording_.gestures, gestures_, &made.gestures);
  for (const input::Frame& frame : made.frames) ids.insert(frame.id);
  const auto remember = [&](const auto& items) {
    for (const auto& item : items) ids.insert(item.message.id());
  };
  remember(made.motions);
  remember(made.keys);
  remember(made.texts);
  remember(made.gestures);
  const auto unlink = [&](auto* items) {
    for (auto& item : *items) {
      if (!ids.contains(item.message.cause())) item.message.set_cause(0);
    }
  };
  unlink(&made.motions);
  unlink(&made.keys);
  unlink(&made.texts);
  unlink(&made.gestures);
  return made;
}

}  // namespace reprise::minimize
