#include "foreign.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return reprise::formats::FuzzForeign("uinput", data, size);
}
