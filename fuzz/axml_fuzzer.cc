// Any bytes as binary XML: parsed, read as a manifest, written and parsed
// again.
//
// What must hold: no crash, and what can be written reads the same and is then
// written as the same bytes.
#include <cstdint>
#include <string_view>

#include "apk/axml.h"
#include "apk/manifest.h"
#include "base/check.h"

using reprise::apk::ParseAxml;
using reprise::apk::ReadManifest;
using reprise::apk::WriteAxml;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto document =
      ParseAxml(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!document) return 0;
  (void)ReadManifest(*document);
  const auto written = WriteAxml(*document);
  // Strings that share bytes in the input may be too many to be written.
  if (!written) return 0;
  const auto again = ParseAxml(*written);
  CHECK(again.has_value());
  const auto rewritten = WriteAxml(*again);
  CHECK(rewritten.has_value());
  CHECK(*rewritten == *written);
  return 0;
}
