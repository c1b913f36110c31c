// Any bytes as commands of minitouch: what is read can be written, and what is
// written can be read and is written the same again.
#include "formats/minitouch.h"
#include "pointer_fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  reprise::formats::FuzzFormat(reprise::formats::kMinitouchFormat, "", data,
                               size);
  return 0;
}
