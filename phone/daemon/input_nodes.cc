#include "phone/daemon/input_nodes.h"

#include <algorithm>

#include "input/motion_actions.h"
#include "input/pointer_events.h"
#include "input/touch_rewrite.h"

namespace reprise::phone {
namespace {

namespace action = input::motion_action;

float AxisOf(const MotionEvent::Coords& coords, int32_t axis, float otherwise) {
  for (const auto& one : coords.axes()) {
    if (one.axis() == axis) return one.value();
  }
  return otherwise;
}

PhoneInput ToInput(const input::Timed<MotionEvent>& from, uint32_t rotation,
                   input::DisplaySize display) {
  const MotionEvent& event = from.message;
  PhoneInput result;
  result.set_at_ns(from.time_ns);
  result.set_down_ns(event.down_time_ns());
  PhoneMotion* const motion = result.mutable_motion();
  motion->set_action(event.action());
  motion->set_action_index(event.action_index());
  const auto& sample = event.samples(event.samples_size() - 1);
  for (int i = 0; i < event.pointers_size(); ++i) {
    const auto& coords = sample.coords(i);
    const input::PixelPoint at =
        input::Turn({coords.x(), coords.y()}, rotation, display);
    auto* pointer = motion->add_pointers();
    pointer->set_id(event.pointers(i).pointer_id());
    pointer->set_tool_type(event.pointers(i).tool_type());
    pointer->set_x(at.x);
    pointer->set_y(at.y);
    pointer->set_pressure(AxisOf(coords, input::motion_axis::kPressure, 1));
    pointer->set_size(AxisOf(coords, input::motion_axis::kSize, 0));
  }
  return result;
}

PhoneInput ToInput(const input::Timed<KeyEvent>& from) {
  PhoneInput result;
  result.set_at_ns(from.time_ns);
  result.set_down_ns(from.message.down_time_ns());
  PhoneKey* const key = result.mutable_key();
  key->set_code(from.message.key_code());
  key->set_action(from.message.action());
  key->set_repeat(from.message.repeat_count());
  key->set_meta(from.message.meta_state());
  key->set_scan_code(from.message.scan_code());
  return result;
}

}  // namespace

InputNodes::InputNodes(uint32_t width, uint32_t height)
    : display_{static_cast<int32_t>(width), static_cast<int32_t>(height)} {
  (void)Add(input::VirtualTouchscreen(display_));
  (void)Add(input::VirtualKeyboard());
}

std::vector<EvdevDevice> InputNodes::All() const {
  const std::lock_guard lock(mutex_);
  std::vector<EvdevDevice> devices;
  for (const auto& [name, node] : nodes_) devices.push_back(node.device);
  return devices;
}

std::string InputNodes::Add(EvdevDevice device) {
  const std::lock_guard lock(mutex_);
  if (nodes_.size() >= kMaxNodes) return "";
  uint32_t number = 0;
  while (nodes_.contains(fmt::format("event{}", number))) number++;
  const std::string name = fmt::format("event{}", number);
  device.set_node(name);
  input::PointerReader reader(device, number, display_);
  nodes_.emplace(name,
                 Node{std::move(device), std::move(reader), 0, PhoneInput()});
  return name;
}

std::optional<PhoneInput> InputNodes::Remove(const std::string& node) {
  const std::lock_guard lock(mutex_);
  auto going = nodes_.extract(node);
  if (going.empty() || going.mapped().down == 0) return std::nullopt;
  PhoneInput lift = std::move(going.mapped().last);
  lift.mutable_motion()->set_action(action::kCancel);
  lift.mutable_motion()->set_action_index(0);
  return lift;
}

std::vector<PhoneInput> InputNodes::Take(const StampedFrame& frame,
                                         uint32_t rotation) {
  const std::lock_guard lock(mutex_);
  std::vector<PhoneInput> inputs;
  const auto found = nodes_.find(frame.node);
  if (found == nodes_.end()) return inputs;
  Node& node = found->second;
  std::vector<input::Timed<MotionEvent>> motions;
  std::vector<input::Timed<KeyEvent>> keys;
  node.reader.Push(frame.frame, &motions, &keys);
  for (const auto& motion : motions) {
    const int32_t what = motion.message.action();
    node.down = static_cast<size_t>(motion.message.pointers_size());
    if (what == action::kUp || what == action::kCancel) node.down = 0;
    if (what == action::kPointerUp) node.down--;
    inputs.push_back(ToInput(motion, rotation, display_));
    node.last = inputs.back();
  }
  for (const auto& key : keys) inputs.push_back(ToInput(key));
  for (const auto& [number, listener] : listeners_) {
    listener(node.device, frame.frame);
  }
  return inputs;
}

bool InputNodes::AllUp() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::all_of(
      nodes_, [](const auto& entry) { return entry.second.down == 0; });
}

uint64_t InputNodes::Listen(Listener listener) {
  const std::lock_guard lock(mutex_);
  listeners_[++last_listener_] = std::move(listener);
  return last_listener_;
}

void InputNodes::Unlisten(uint64_t number) {
  const std::lock_guard lock(mutex_);
  listeners_.erase(number);
}

}  // namespace reprise::phone
