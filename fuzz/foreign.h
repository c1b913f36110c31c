// What the fuzzers of foreign formats share.
//
// The input is taken as a file of the format. If it can be read, every device
// is one that a tape takes, and what is written of it is read again and
// written as the same bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "formats/registry.h"
#include "formats/writing.h"
#include "input/device.h"

namespace reprise::formats {

inline int FuzzForeign(std::string_view name, const uint8_t* data,
                       size_t size) {
  const Format& format = *FormatNamed(name);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  input::Losses losses;
  (void)format.recognise(bytes);
  const auto first = format.read(bytes, {.file_name = "fuzz"}, &losses);
  if (!first) return 0;
  for (const EvdevDevice& device : first->devices) {
    CHECK(input::FromMetadata(input::ToMetadata(device)).has_value());
  }
  for (const std::string_view variant : format.variants) {
    if (!variant.empty()) {
      (void)format.write(*first, {.variant = variant}, &losses);
    }
  }
  const auto written = format.write(*first, {}, &losses);
  if (!written) return 0;  // nothing in it that could be written
  const auto second = format.read(*written, {.file_name = "again"}, &losses);
  CHECK_EQ(second ? "" : second.error().message, "");
  // Nodes that are no words may become the same word.
  const bool words =
      std::ranges::all_of(first->devices, [](const EvdevDevice& device) {
        return NodeWord(device) == device.node();
      });
  if (!words) return 0;
  const auto again = format.write(*second, {}, &losses);
  CHECK(again.has_value());
  CHECK_EQ(*again, *written);
  return 0;
}

}  // namespace reprise::formats
