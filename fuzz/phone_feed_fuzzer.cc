// Reads what people feed into the virtual phone, as each kind of file.
#include <string_view>

#include "phone/daemon/feed_files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace reprise::phone;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)ReadSensorCsv(bytes);
  (void)ReadGpx(bytes);
  (void)ReadWav(bytes);
  (void)IsPicture(bytes);
  return 0;
}
