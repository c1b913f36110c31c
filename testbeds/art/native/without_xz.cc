// ART's compiler packs what it tells native debuggers with the LZMA SDK, which
// Debian does not have as a library. Nobody else reads that: it stays as it is.
#include "elf/xz_utils.h"

namespace art {

void XzCompress(ArrayRef<const uint8_t> from, std::vector<uint8_t>* to, int) {
  to->assign(from.begin(), from.end());
}

void XzDecompress(ArrayRef<const uint8_t> from, std::vector<uint8_t>* to) {
  to->assign(from.begin(), from.end());
}

}  // namespace art
