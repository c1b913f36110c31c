#include "input/gestures.h"

#include <map>
#include <set>
#include <utility>

#include "input/device_gestures.h"

namespace reprise::input {

class GestureSegmenter::Impl {
 public:
  Impl(Sink sink, GestureRules rules) : sink_(std::move(sink)), rules_(rules) {}

  void AddDevice(uint32_t index, const EvdevDevice& device,
                 DisplaySize display) {
    const auto known = devices_.find(index);
    if (known != devices_.end()) {
      known->second.Finish(sink_);
      devices_.erase(known);
    }
    devices_.try_emplace(index, device, display, rules_);
  }

  void Push(const Frame& frame) {
    AdvanceTo(frame.time_ns);
    // A device that nobody described may still have keys.
    const auto device =
        devices_.try_emplace(frame.device, EvdevDevice(), DisplaySize(), rules_)
            .first;
    device->second.Push(frame, sink_);
    if (device->second.waiting()) waiting_.insert(frame.device);
  }

  void AdvanceTo(int64_t time_ns) {
    std::erase_if(waiting_, [&](uint32_t index) {
      DeviceGestures& device = devices_.at(index);
      device.AdvanceTo(time_ns, sink_);
      return !device.waiting();
    });
  }

  void Finish() {
    for (auto& [index, device] : devices_) device.Finish(sink_);
    waiting_.clear();
  }

 private:
  const Sink sink_;
  const GestureRules rules_;
  std::map<uint32_t, DeviceGestures> devices_;
  std::set<uint32_t> waiting_;  // those that time alone can change
};

GestureSegmenter::GestureSegmenter(Sink sink, GestureRules rules)
    : impl_(std::make_unique<Impl>(std::move(sink), rules)) {}

GestureSegmenter::~GestureSegmenter() = default;

void GestureSegmenter::AddDevice(uint32_t index, const EvdevDevice& device,
                                 DisplaySize display) {
  impl_->AddDevice(index, device, display);
}

void GestureSegmenter::Push(const Frame& frame) { impl_->Push(frame); }

void GestureSegmenter::AdvanceTo(int64_t time_ns) { impl_->AdvanceTo(time_ns); }

void GestureSegmenter::Finish() { impl_->Finish(); }

}  // namespace reprise::input
