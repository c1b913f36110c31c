// Any bytes as a script of `input` commands: what is read can be written, and
// what is written can be read.
#include "formats/input_script.h"
#include "pointer_fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  reprise::formats::FuzzFormat(reprise::formats::kInputFormat, "", data, size);
  return 0;
}
