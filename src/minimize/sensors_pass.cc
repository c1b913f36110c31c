#include "minimize/sensors_pass.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "input/device.h"
#include "minimize/units.h"

namespace reprise::minimize {
namespace {

class SensorsPass : public Reduction {
 public:
  SensorsPass(const input::Recording& recording, const Units& units)
      : recording_(recording) {
    std::vector<int64_t> ends;  // of each unit and all before it
    for (uint32_t i = 0; i < units.size(); i++) {
      const int64_t end = units.unit(i).end_ns;
      ends.push_back(ends.empty() ? end : std::max(end, ends.back()));
    }
    std::vector<bool> sensors;
    for (const EvdevDevice& device : recording_.devices) {
      sensors.push_back(input::ClassOf(device) == input::DeviceClass::kSensor);
    }
    std::map<std::pair<size_t, uint32_t>, uint32_t> numbers;
    for (const input::Frame& frame : recording_.frames) {
      span_of_frame_.push_back(kNone);
      if (!sensors[frame.device]) continue;
      const auto unit = static_cast<size_t>(
          std::ranges::lower_bound(ends, frame.time_ns) - ends.begin());
      const auto [found, added] =
          numbers.try_emplace(std::pair(unit, frame.device), size());
      if (added) {
        spans_.push_back({frame.device, frame.time_ns, frame.time_ns,
                          unit < units.size() ? units.unit(unit).what : ""});
      }
      spans_[found->second].last_ns = frame.time_ns;
      span_of_frame_.back() = found->second;
    }
  }

  uint32_t size() const override {
    return static_cast<uint32_t>(spans_.size());
  }

  std::string Describe(uint32_t part) const override {
    const Span& span = spans_[part];
    const int64_t length = span.last_ns - span.first_ns;
    return fmt::format("{} for {} {}", recording_.devices[span.device].name(),
                       FormatDuration(length),
                       span.unit.empty() ? "at the end" : "up to " + span.unit);
  }

  input::Recording Make(const Candidate& kept) const override {
    input::Recording made = recording_;
    size_t next = 0;
    std::erase_if(made.frames, [&](const input::Frame&) {
      const uint32_t span = span_of_frame_[next++];
      return span != kNone && !std::ranges::binary_search(kept, span);
    });
    return made;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Span {
    uint32_t device;
    int64_t first_ns;
    int64_t last_ns;
    std::string unit;  // that ends next; empty: none
  };

  const input::Recording recording_;
  std::vector<Span> spans_;
  std::vector<uint32_t> span_of_frame_;
};

}  // namespace

Result<std::unique_ptr<Reduction>> MakeSensors(
    const input::Recording& recording) {
  ASSIGN_OR_RETURN(const auto units, Units::Of(recording, std::nullopt));
  return std::make_unique<SensorsPass>(recording, *units);
}

}  // namespace reprise::minimize
