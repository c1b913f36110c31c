// What the fuzzers of the formats above the kernel check.
//
// Threads: plain functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/check.h"
#include "formats/format.h"
#include "formats/script_lines.h"

namespace reprise::formats {

template <typename T>
void CheckOrder(const std::vector<input::Timed<T>>& events) {
  for (size_t i = 1; i < events.size(); i++) {
    CHECK(events[i - 1].time_ns <= events[i].time_ns);
  }
}

// Commands need time of their own, so a century may grow when it is rewritten.
inline constexpr int64_t kLongNs = kMaxScriptMs / 2 * kNsPerMs;

template <typename T>
bool IsLong(const std::vector<input::Timed<T>>& events) {
  return !events.empty() && events.back().time_ns > kLongNs;
}

// No crash, events in the order of time, and what is written is read again
// unless it holds nothing or lasts for ages.
inline void FuzzFormat(const Format& format, std::string_view variant,
                       const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)format.recognise(bytes);
  input::Losses losses;
  ReadOptions options;
  options.display = {1080, 1920};
  const auto recording = format.read(bytes, options, &losses);
  if (!recording) return;
  CheckOrder(recording->motions);
  CheckOrder(recording->keys);
  CheckOrder(recording->texts);
  WriteOptions write_options;
  write_options.variant = variant;
  const auto written = format.write(*recording, write_options, &losses);
  CHECK(written.has_value());
  if (recording->motions.empty() && recording->keys.empty()) return;
  // A log that can hold none of it tells so by its losses.
  if (written->find("Events injected: 0\n") != std::string::npos) return;
  if (IsLong(recording->motions) || IsLong(recording->keys) ||
      IsLong(recording->texts)) {
    return;
  }
  const auto again = format.read(*written, options, &losses);
  CHECK_EQ(again ? "" : again.error().message, "");
}

}  // namespace reprise::formats
