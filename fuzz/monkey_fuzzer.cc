// Any bytes as a Monkey script or log: what is read can be written as both, and
// what is written can be read.
#include "formats/monkey.h"
#include "pointer_fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  for (const char* variant : {"script", "log"}) {
    reprise::formats::FuzzFormat(reprise::formats::kMonkeyFormat, variant, data,
                                 size);
  }
  return 0;
}
