#include "tape/attached.h"

namespace reprise::tape {

std::optional<std::string> ReadNamed(TapeReader& tape, std::string_view name,
                                     uint64_t max_bytes) {
  for (const AttachmentIndex& attachment : tape.attachments()) {
    if (attachment.info.name != name || attachment.data_size > max_bytes) {
      continue;
    }
    std::string bytes;
    const Status read =
        tape.ReadAttachment(attachment, [&](std::string_view piece) {
          bytes += piece;
          return Status();
        });
    if (read) return bytes;
  }
  return std::nullopt;
}

}  // namespace reprise::tape
