// Any text as a specification.
//
// What must hold: no crash, an error names a place, and rules are whole.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "weave/spec.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace reprise::weave;
  Spec spec;
  const auto status =
      ParseSpec({reinterpret_cast<const char*>(data), size}, "f", &spec);
  if (!status) CHECK(status.error().message.starts_with("f:"));
  for (const Rule& rule : spec.rules) {
    CHECK(rule.parameters.size() <= kMaxParameters);
    CHECK(!rule.stream.empty() && !rule.stub.empty());
    (void)rule.owner.Matches("java/util/Random");
    (void)rule.name.Matches("nextInt");
  }
  return 0;
}
