#include "formats/frame_builder.h"

#include <linux/input.h>

#include <algorithm>

#include "base/text.h"
#include "formats/describe.h"

namespace reprise::formats {

using input::Event;
using input::Frame;

Result<uint32_t> FrameBuilder::DeviceOf(std::string_view name) {
  // Most files have one device and name it in every line.
  if (name == last_name_ && !recording_.devices.empty()) return last_device_;
  const std::string node = name.empty() ? "event0" : CleanText(name);
  last_name_ = name;
  last_device_ = 0;
  const auto known = by_node_.find(node);
  if (known != by_node_.end()) return last_device_ = known->second;
  if (recording_.devices.size() >= kMaxDevices) {
    return Fail(ErrorKind::kUnsupported, "there are more than {} devices in it",
                kMaxDevices);
  }
  const auto index = static_cast<uint32_t>(recording_.devices.size());
  recording_.devices.emplace_back().set_node(node);
  open_.emplace_back();
  by_node_.emplace(node, index);
  return last_device_ = index;
}

void FrameBuilder::Push(uint32_t device, int64_t time_ns, uint16_t type,
                        uint16_t code, int32_t value) {
  Open& open = open_[device];
  if (time_ns < open.last_ns) {
    time_ns = open.last_ns;
    went_back_++;
  }
  open.last_ns = time_ns;
  open.events.push_back({type, code, value, time_ns});
  any_open_ = true;
  if (type == EV_SYN && code == SYN_REPORT) Close(device, false);
}

void FrameBuilder::Close(uint32_t device, bool incomplete) {
  Open& open = open_[device];
  Frame& frame = recording_.frames.emplace_back();
  frame.device = device;
  frame.incomplete = incomplete;
  frame.time_ns = open.last_ns;
  frame.events.assign(open.events.begin(), open.events.end());
  for (Event& event : frame.events) event.offset_ns -= frame.time_ns;
  open.events.clear();
}

input::Recording FrameBuilder::Finish(input::DisplaySize display,
                                      input::Losses* losses) {
  for (uint32_t i = 0; i < open_.size(); i++) {
    if (!open_[i].events.empty()) Close(i, true);
  }
  losses->Add("stamps that went back in time were set to the one before",
              went_back_);
  recording_.display = display;
  input::SortByTime(&recording_);
  DescribeFromEvents(&recording_, losses);
  return std::move(recording_);
}

std::string CleanText(std::string_view text) {
  constexpr size_t kMaxBytes = 255;
  std::string clean(text.substr(0, kMaxBytes));
  const bool ascii_only = !IsUtf8(clean);
  for (char& c : clean) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (ascii_only && byte > 0x7f)) c = '?';
  }
  return clean;
}

std::string_view NodeOf(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

}  // namespace reprise::formats
