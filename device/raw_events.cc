#include "device/raw_events.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace reprise::agent {

std::vector<input_event> ToRaw(std::span<const input::Event> events) {
  std::vector<input_event> raw(events.size());
  for (size_t i = 0; i < events.size(); i++) {
    raw[i].type = events[i].type;
    raw[i].code = events[i].code;
    raw[i].value = events[i].value;
  }
  return raw;
}

Status WriteRaw(int fd, std::span<const input_event> events) {
  const size_t size = events.size_bytes();
  size_t done = 0;
  const auto* bytes = reinterpret_cast<const char*>(events.data());
  while (done < size) {
    const ssize_t written = write(fd, bytes + done, size - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      return Fail(ErrorKind::kDevice, "the device takes no events: {}",
                  std::strerror(errno));
    }
    done += static_cast<size_t>(written);
  }
  return {};
}

Status WriteEvents(int fd, std::span<const input::Event> events) {
  return WriteRaw(fd, ToRaw(events));
}

}  // namespace reprise::agent
