// getevent and sendevent: the virtual touchscreen as the kernel would show it.
#include <linux/input-event-codes.h>

#include "input/event_codes.h"
#include "input/pointer_events.h"
#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr const char* kNode = "/dev/input/event0";
constexpr int kPatienceMs = 100;

std::string Named(std::string_view name, uint32_t number, size_t width) {
  return fmt::format(
      "{:<{}}",
      name.empty() ? fmt::format("{:04x}", number) : std::string(name), width);
}

void Describe(Process& process, bool labels, bool details) {
  const PhoneProfile profile = process.phone().NaturalProfile();
  const EvdevDevice device =
      input::VirtualTouchscreen({static_cast<int32_t>(profile.width_px()),
                                 static_cast<int32_t>(profile.height_px())});
  process.Print("add device 1: {}\n", kNode);
  if (details) {
    process.Print(
        "  bus:      {:04x}\n  vendor    {:04x}\n  product   {:04x}\n  version "
        "  {:04x}\n",
        device.bus(), device.vendor(), device.product(), device.version());
  }
  process.Print("  name:     \"{}\"\n", device.name());
  if (details) {
    process.Print("  location: \"{}\"\n  id:       \"{}\"\n  version:  1.0.1\n",
                  device.phys(), device.uniq());
  }
  process.Out("  events:\n");
  for (const EvdevDevice::EventCodes& type : device.events()) {
    if (type.type() == EV_SYN || type.type() == EV_ABS) continue;
    std::string_view name = input::TypeName(type.type());
    if (name.starts_with("EV_")) name.remove_prefix(3);
    process.Print("    {:<4}({:04x}):", name.substr(0, 4), type.type());
    int column = 0;
    for (const uint32_t code : type.codes()) {
      if (column > 0 && column % (labels ? 4 : 8) == 0)
        process.Out("\n               ");
      process.Out(" " +
                  (labels ? Named(input::CodeName(type.type(), code), code, 20)
                          : fmt::format("{:04x} ", code)));
      ++column;
    }
    process.Out("\n");
  }
  bool first = true;
  for (const EvdevDevice::AbsAxis& axis : device.abs_axes()) {
    process.Print(
        "    {}: {} : value {}, min {}, max {}, fuzz {}, flat {}, resolution "
        "{}\n",
        first ? "ABS (0003)" : "          ",
        labels ? Named(input::CodeName(EV_ABS, axis.code()), axis.code(), 20)
               : fmt::format("{:04x} ", axis.code()),
        axis.value(), axis.minimum(), axis.maximum(), axis.fuzz(), axis.flat(),
        axis.resolution());
    if (first) first = false;
  }
  process.Out("  input props:\n");
  for (const uint32_t property : device.properties()) {
    process.Print("    {}\n",
                  labels ? Named(input::PropertyName(property), property, 1)
                         : fmt::format("{:04x}", property));
  }
  if (device.properties().empty()) process.Out("    <none>\n");
}

std::string Value(const KernelEvent& event) {
  if (event.type == EV_KEY && (event.value == 0 || event.value == 1)) {
    return fmt::format("{:<20}", event.value == 1 ? "DOWN" : "UP");
  }
  return fmt::format("{:08x}            ", static_cast<uint32_t>(event.value));
}

int Getevent(Process& process) {
  const auto options = Options::Parse(process, "tnsSv:dpilqc:rh");
  if (!options) return 1;
  for (const std::string& path : options->rest) {
    if (path != kNode) {
      process.Err(
          fmt::format("could not open {}, No such file or directory\n", path));
      return 1;
    }
  }
  const bool labels = options->Has('l');
  const bool named = options->rest.empty();
  const bool list = options->Has('p') || options->Has('i') || options->Has('S');
  if (list || (named && !options->Has('q'))) {
    if (list) {
      Describe(process, labels, options->Has('i'));
    } else {
      process.Print("add device 1: {}\n  name:     \"{}\"\n", kNode,
                    input::VirtualTouchscreen({1, 1}).name());
    }
  }
  if (list) return 0;
  uint64_t seen = process.phone().events().last_number();
  int64_t left = options->Number('c', INT64_MAX);
  while (left > 0) {
    process.Flush();
    process.stop->Check();
    for (const KernelEvent& event :
         process.phone().events().WaitFor(seen, kPatienceMs)) {
      seen = event.number;
      if (left-- <= 0) break;
      if (options->Has('t')) {
        process.Print("[{:8}.{:06}] ", event.uptime_ns / 1'000'000'000,
                      event.uptime_ns / 1000 % 1'000'000);
      }
      if (named) process.Print("{}: ", kNode);
      if (labels) {
        process.Print(
            "{} {} {}\n", Named(input::TypeName(event.type), event.type, 12),
            Named(input::CodeName(event.type, event.code), event.code, 20),
            Value(event));
      } else {
        process.Print("{:04x} {:04x} {:08x}\n", event.type, event.code,
                      static_cast<uint32_t>(event.value));
      }
    }
  }
  return 0;
}

int Sendevent(Process& process) {
  if (process.args.size() != 5) {
    return process.Fail("usage: sendevent DEVICE TYPE CODE VALUE");
  }
  if (process.args[1] != kNode) {
    return process.Fail("{}: No such file or directory", process.args[1]);
  }
  int64_t numbers[3];
  const int64_t most[] = {UINT16_MAX, UINT16_MAX, UINT32_MAX};
  for (size_t i = 0; i < 3; ++i) {
    const auto number = ToNumber(process.args[i + 2]);
    if (!number || *number > most[i] || *number < (i == 2 ? INT32_MIN : 0)) {
      return process.Fail("'{}' is out of range or no number",
                          process.args[i + 2]);
    }
    numbers[i] = *number;
  }
  return process.Report(process.phone().WriteEvent(
      static_cast<uint16_t>(numbers[0]), static_cast<uint16_t>(numbers[1]),
      static_cast<int32_t>(numbers[2])));
}

}  // namespace

void AddGetevent(Commands& commands) {
  commands.Add("getevent",
               "usage: getevent [-tlpiq] [-c COUNT] [/dev/input/event0]",
               Getevent);
  commands.Add("sendevent",
               "usage: sendevent /dev/input/event0 TYPE CODE VALUE", Sendevent);
}

}  // namespace reprise::phone
