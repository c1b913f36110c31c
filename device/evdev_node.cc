#include "device/evdev_node.h"

#include <fcntl.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "base/clock.h"
#include "device/evdev_query.h"

namespace reprise::agent {
namespace {

// Many frames with one call: a reader that was late must catch up before the
// kernel's queue is full.
constexpr size_t kReadEvents = 1024;

// The device was taken away.
bool IsGone(int error) {
  return error == ENOENT || error == ENODEV || error == ENXIO;
}

int64_t Now() { return static_cast<int64_t>(RealClock().Monotonic()); }

}  // namespace

Result<EvdevNode> EvdevNode::Open(const std::string& folder,
                                  const std::string& name) {
  const std::string path = folder + "/" + name;
  FileDescriptor fd(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!fd.valid()) {
    const int error = errno;
    return Fail(IsGone(error) ? ErrorKind::kNotFound : ErrorKind::kDevice,
                "{} cannot be read: {}", path, std::strerror(error));
  }
  int version = 0;
  if (ioctl(fd.get(), EVIOCGVERSION, &version) < 0) {
    const int error = errno;
    return Fail(IsGone(error) ? ErrorKind::kNotFound : ErrorKind::kUnsupported,
                "{} is no evdev node: {}", path, std::strerror(error));
  }
  // First the clock: to change it later would flush the queue.
  int clock = CLOCK_MONOTONIC;
  const bool monotonic = ioctl(fd.get(), EVIOCSCLOCKID, &clock) >= 0;
  EvdevDevice device = QueryDevice(fd.get(), name);
  device.set_clock_id(monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME);
  return EvdevNode(std::move(fd), std::move(device), monotonic);
}

EvdevNode::EvdevNode(FileDescriptor fd, EvdevDevice device, bool monotonic)
    : fd_(std::move(fd)),
      device_(std::move(device)),
      monotonic_(monotonic),
      state_(device_),
      buffer_(kReadEvents) {}

Result<size_t> EvdevNode::ReadSome() {
  for (;;) {
    const ssize_t size =
        read(fd_.get(), buffer_.data(), buffer_.size() * sizeof(input_event));
    if (size >= 0) return static_cast<size_t>(size) / sizeof(input_event);
    if (errno == EINTR) continue;
    if (errno == EAGAIN) return size_t{0};
    return Fail(errno == ENODEV ? ErrorKind::kNotFound : ErrorKind::kIo,
                "{} cannot be read any more: {}", name(), std::strerror(errno));
  }
}

Status EvdevNode::Read(std::deque<Item>* items) {
  for (;;) {
    ASSIGN_OR_RETURN(const size_t count, ReadSome());
    if (count == 0) return {};
    int64_t offset = 0;
    if (!monotonic_) {
      const ClockTimes times = RealClock().ReadAll().times;
      offset = static_cast<int64_t>(times.monotonic - times.realtime);
    }
    const int64_t now = Now();
    for (size_t i = 0; i < count; i++) {
      const input_event& raw = buffer_[i];
      const int64_t time = int64_t{raw.input_event_sec} * 1'000'000'000 +
                           int64_t{raw.input_event_usec} * 1'000 + offset;
      const auto step =
          assembler_.Push({raw.type, raw.code, raw.value, 0}, time);
      if (step == FrameAssembler::Step::kFrame) {
        Item item{.frame = assembler_.Take(), .is_loss = false, .loss = {}};
        item.frame.read_ns = std::max(now, item.frame.time_ns);
        item.frame.source = input::FrameSource::kDevice;
        state_.Push(item.frame.events);
        last_frame_ns_ = item.frame.time_ns;
        items->push_back(std::move(item));
      } else if (step == FrameAssembler::Step::kDropped) {
        // The rest of the buffer is older than the state asked for.
        RETURN_IF_ERROR(Resync(count - i - 1, items));
        break;
      }
    }
    if (count < buffer_.size()) return {};
  }
}

Status EvdevNode::Resync(size_t unread, std::deque<Item>* items) {
  Item item{.frame = {}, .is_loss = true, .loss = {}};
  item.loss.from_ns = last_frame_ns_;
  item.loss.discarded = assembler_.discarded() + unread;
  for (;;) {
    ASSIGN_OR_RETURN(const size_t count, ReadSome());
    if (count == 0) break;
    item.loss.discarded += count;
  }
  assembler_.Clear();
  QueryState(fd_.get(), &device_);
  const DeviceState asked(device_);
  item.frame.events = state_.To(asked);
  item.frame.source = input::FrameSource::kResync;
  item.frame.time_ns = item.frame.read_ns = Now();
  item.loss.until_ns = item.frame.time_ns;
  item.loss.changed = !item.frame.events.empty();
  state_ = asked;
  last_frame_ns_ = item.frame.time_ns;
  items->push_back(std::move(item));
  return {};
}

void EvdevNode::TakeIncomplete(std::deque<Item>* items) {
  auto frame = assembler_.TakeIncomplete();
  if (!frame) return;
  frame->read_ns = std::max(Now(), frame->time_ns);
  frame->source = input::FrameSource::kDevice;
  items->push_back({.frame = *std::move(frame), .is_loss = false, .loss = {}});
}

}  // namespace reprise::agent
