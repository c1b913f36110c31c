#include "device/evdev_query.h"

#include <linux/input.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <climits>
#include <vector>

#include "base/text.h"
#include "input/device.h"
#include "input/event_codes.h"

namespace reprise::agent {
namespace {

constexpr size_t kLongBits = sizeof(unsigned long) * CHAR_BIT;
// Room for the bits of any type: KEY_MAX is the largest.
using Bits = std::array<unsigned long, KEY_CNT / kLongBits + 1>;
static_assert(sizeof(Bits) * CHAR_BIT >= KEY_CNT);

// As CheckDevice() takes them.
constexpr int32_t kMaxSlots = 1024;

// Calls `put` with the number of each bit that the request answers with.
template <typename Put>
void ForBits(int fd, unsigned long request, uint32_t max, Put put) {
  Bits bits{};
  if (ioctl(fd, request, bits.data()) < 0) return;
  for (uint32_t bit = 0; bit <= max; bit++) {
    if ((bits[bit / kLongBits] >> (bit % kLongBits) & 1) != 0) put(bit);
  }
}

// Text as the driver has it: protobuf wants UTF-8.
std::string Text(int fd, unsigned long request, std::vector<char>* buffer) {
  const int size = ioctl(fd, request, buffer->data());
  if (size <= 0) return "";
  std::string text(buffer->data(),
                   std::min(static_cast<size_t>(size), buffer->size()));
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  return IsUtf8(text) ? text : EscapeForTerminal(text);
}

void QuerySlots(int fd, EvdevDevice* device) {
  device->clear_slots();
  const auto* slot_axis = input::FindAxis(*device, ABS_MT_SLOT);
  if (slot_axis == nullptr) return;
  const int32_t count = std::clamp(slot_axis->maximum(), -1, kMaxSlots - 1) + 1;
  // struct input_mt_request_layout: the code, then a value for each slot.
  std::vector<int32_t> layout(static_cast<size_t>(count) + 1);
  for (const auto& axis : device->abs_axes()) {
    if (axis.code() <= ABS_MT_SLOT || axis.code() > ABS_MT_TOOL_Y) continue;
    layout[0] = static_cast<int32_t>(axis.code());
    if (ioctl(fd, EVIOCGMTSLOTS(layout.size() * sizeof(int32_t)),
              layout.data()) < 0) {
      continue;
    }
    auto* slots = device->add_slots();
    slots->set_code(axis.code());
    slots->mutable_values()->Add(layout.begin() + 1, layout.end());
  }
}

}  // namespace

void QueryState(int fd, EvdevDevice* device) {
  device->clear_keys_down();
  device->clear_leds_on();
  device->clear_switches_on();
  device->clear_sounds_on();
  ForBits(fd, EVIOCGKEY(sizeof(Bits)), KEY_MAX,
          [&](uint32_t code) { device->add_keys_down(code); });
  ForBits(fd, EVIOCGLED(sizeof(Bits)), LED_MAX,
          [&](uint32_t code) { device->add_leds_on(code); });
  ForBits(fd, EVIOCGSW(sizeof(Bits)), SW_MAX,
          [&](uint32_t code) { device->add_switches_on(code); });
  ForBits(fd, EVIOCGSND(sizeof(Bits)), SND_MAX,
          [&](uint32_t code) { device->add_sounds_on(code); });
  for (auto& axis : *device->mutable_abs_axes()) {
    input_absinfo info{};
    if (ioctl(fd, EVIOCGABS(axis.code()), &info) < 0) continue;
    axis.set_minimum(info.minimum);
    axis.set_maximum(info.maximum);
    axis.set_fuzz(info.fuzz);
    axis.set_flat(info.flat);
    axis.set_resolution(info.resolution);
    axis.set_value(info.value);
  }
  QuerySlots(fd, device);
}

EvdevDevice QueryDevice(int fd, const std::string& node) {
  EvdevDevice device;
  device.set_node(node);
  std::vector<char> text(1024);
  device.set_name(Text(fd, EVIOCGNAME(text.size()), &text));
  device.set_phys(Text(fd, EVIOCGPHYS(text.size()), &text));
  // Not EVIOCGUNIQ: it is a serial number or the address of a person's
  // Bluetooth device, and no replay needs it.
  input_id id{};
  if (ioctl(fd, EVIOCGID, &id) >= 0) {
    device.set_bus(id.bustype);
    device.set_vendor(id.vendor);
    device.set_product(id.product);
    device.set_version(id.version);
  }
  ForBits(fd, EVIOCGPROP(sizeof(Bits)), INPUT_PROP_MAX,
          [&](uint32_t property) { device.add_properties(property); });
  ForBits(fd, EVIOCGBIT(0, sizeof(Bits)), EV_MAX, [&](uint32_t type) {
    if (type == EV_SYN) return;
    input::AddType(&device, type);
    if (type == EV_REP || type == EV_PWR || type == EV_FF_STATUS) return;
    ForBits(fd, EVIOCGBIT(type, sizeof(Bits)), input::MaxCodeOf(type),
            [&](uint32_t code) {
              if (type == EV_ABS) {
                input::AddAxis(&device, code);
              } else {
                input::AddCode(&device, type, code);
              }
            });
  });
  QueryState(fd, &device);

  std::array<unsigned int, 2> repeat{};
  if (input::HasType(device, EV_REP) &&
      ioctl(fd, EVIOCGREP, repeat.data()) >= 0) {
    device.set_repeat_delay_ms(repeat[0]);
    device.set_repeat_period_ms(repeat[1]);
  }
  int number = 0;
  if (input::HasType(device, EV_FF) && ioctl(fd, EVIOCGEFFECTS, &number) >= 0) {
    device.set_ff_effects_max(static_cast<uint32_t>(std::max(number, 0)));
  }
  if (ioctl(fd, EVIOCGVERSION, &number) >= 0) {
    device.set_driver_version(static_cast<uint32_t>(number));
  }
  return device;
}

}  // namespace reprise::agent
