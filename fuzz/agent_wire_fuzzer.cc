// Requests as a hostile host may send them, in pieces.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "device/timeline.h"
#include "device/wire.h"
#include "input/tape_io.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace reprise;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  agent::RequestReader requests;
  agent::Timeline timeline;
  constexpr size_t kPiece = 7;
  for (size_t at = 0; at < bytes.size(); at += kPiece) {
    requests.Push(bytes.substr(at, kPiece));
    for (;;) {
      const auto request = requests.Next();
      if (!request) return 0;
      if (!*request) break;
      for (const auto& due : (*request)->frames().due()) {
        input::Frame frame;
        if (!input::FromMessage(due.frame(), {}, &frame)) continue;
        (void)timeline.Append(due.device(), due.due_ns(), frame);
      }
    }
  }
  return 0;
}
