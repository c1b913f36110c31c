// Any bytes as a flow of Maestro: what is read can be written as every kind of
// test code, and what is written as a flow can be read.
#include "base/check.h"
#include "formats/maestro.h"
#include "formats/registry.h"
#include "formats/script.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace reprise::formats;
  reprise::input::Losses losses;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ReadOptions options = {.file_name = "fuzz", .display = {200, 400}};
  const auto script = ReadMaestro(bytes, options, &losses);
  if (!script) return 0;
  for (const Format* format : AllFormats()) {
    if (format->write_script == nullptr) continue;
    CHECK(format->write_script(*script, {}, &losses).has_value());
  }
  const auto flow = WriteMaestro(*script, {}, &losses);
  const auto again = ReadMaestro(*flow, options, &losses);
  CHECK_EQ(again ? "" : again.error().message, "");
  return 0;
}
