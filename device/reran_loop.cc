#include "device/reran_loop.h"

#include <fcntl.h>
#include <time.h>

#include <vector>

#include "base/clock.h"
#include "device/node_watch.h"
#include "device/raw_events.h"
#include "device/uinput_device.h"

namespace reprise::agent {

Result<int64_t> RunReranLoop(const input::Recording& recording,
                             int64_t settle_ns) {
  std::vector<UinputDevice> devices;
  for (const EvdevDevice& device : recording.devices) {
    ASSIGN_OR_RETURN(UinputDevice made, UinputDevice::Create(device));
    devices.push_back(std::move(made));
  }
  RealClock().SleepUntil(RealClock().Monotonic() +
                         static_cast<uint64_t>(settle_ns));
  std::vector<FileDescriptor> nodes;
  for (const UinputDevice& device : devices) {
    const std::string path = std::string(kInputFolder) + "/" + device.node();
    nodes.emplace_back(open(path.c_str(), O_RDWR | O_CLOEXEC));
  }
  const auto began = static_cast<int64_t>(RealClock().Monotonic());
  int64_t last =
      recording.frames.empty() ? 0 : recording.frames.front().time_ns;
  for (const input::Frame& frame : recording.frames) {
    for (const input::Event& event : frame.events) {
      if (const int64_t gap = frame.time_ns - last; gap > 0) {
        const timespec pause{static_cast<time_t>(gap / 1'000'000'000),
                             static_cast<long>(gap % 1'000'000'000)};
        nanosleep(&pause, nullptr);
      }
      last = frame.time_ns;
      RETURN_IF_ERROR(WriteEvents(nodes.at(frame.device).get(), {&event, 1}));
    }
  }
  return began;
}

}  // namespace reprise::agent
